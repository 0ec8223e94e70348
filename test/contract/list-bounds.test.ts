import 'reflect-metadata';
import { isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';

const BOUNDED = [
  'BriefConstraints.category 20',
  'BriefConstraints.exclude 20',
  'BriefConstraints.interface 20',
  'BriefConstraints.licence 20',
  'BriefConstraints.maturity 20',
  'BriefConstraints.prefer 20',
  'BriefConstraints.pricing 20',
  'BriefConstraints.proof 20',
  'CheckCsvImportInput.constants 100',
  'CheckCsvImportInput.mapping 100',
  'CheckCsvImportInput.values 500',
  'CreateWorkflowTokenInput.scopes 3',
  'EligibilityFactsInput.partners 50',
  'Mutation.approveIntakes.items 50',
  'Mutation.trackBatch.events 50',
  'ProjectDraftInput.tools 50',
  'Query.buildSearch.category 20',
  'Query.buildSearch.interface 20',
  'Query.buildSearch.licence 20',
  'Query.buildSearch.maturity 20',
  'Query.buildSearch.pricing 20',
  'Query.buildSearch.proof 20',
  'Query.companyFunnel.steps 6',
  'Query.compareTools.tools 4',
  'Query.directoryContext.category 20',
  'Query.directoryContext.interface 20',
  'Query.directoryContext.licence 20',
  'Query.directoryContext.maturity 20',
  'Query.directoryContext.pricing 20',
  'Query.directoryContext.proof 20',
  'Query.explainResult.category 20',
  'Query.explainResult.interface 20',
  'Query.explainResult.licence 20',
  'Query.explainResult.maturity 20',
  'Query.explainResult.pricing 20',
  'Query.explainResult.proof 20',
  'Query.products.productIds 100',
  'UpdateProductInput.aliases 20',
  'UpdateProjectDraftInput.tools 50',
];

it('marks every list that has a bound in the schema, where one inherits it too', async () => {
  const schema = await openSchema();
  const marked = new Map<string, unknown>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) marked.set(`${type.name}.${field.name}`, field.extensions);
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      for (const argument of field.args)
        marked.set(`${root?.name}.${field.name}.${argument.name}`, argument.extensions);
  const bounded = [...marked].flatMap(([name, extensions]) =>
    typeof extensions === 'object' && extensions !== null && 'itemsMax' in extensions
      ? [`${name} ${extensions.itemsMax}`]
      : [],
  );
  expect(bounded.toSorted()).toEqual(BOUNDED);
});
