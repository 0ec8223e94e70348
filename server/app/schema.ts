import 'reflect-metadata';
import { type GraphQLSchema, isInputObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema, getMetadataStorage } from 'type-graphql';
import {
  AccountResolver,
  EnterpriseKeyResolver,
  OrganizationResolver,
  ProfileResolver,
  WorkflowTokenResolver,
} from '../accounts/index.js';
import { AdoptionResolver, PublishingResolver, ToolAdoptionResolver } from '../adoption/index.js';
import { CatalogReviewResolver, DirectoryReadingResolver, DirectoryResolver } from '../directory/index.js';
import { EnterpriseResolver } from '../enterprise/index.js';
import { IntakeResolver } from '../intake/index.js';
import { OfferResolver } from '../offers/index.js';
import { PlanningResolver } from '../planning/index.js';
import { ProjectResolver } from '../projects/index.js';
import { SkillResolver } from '../skills/index.js';
import { TrackingResolver } from '../tracking/index.js';
import { BalanceResolver, ReceiptResolver, SpendResolver } from '../usage/index.js';
import { WebhookResolver } from '../webhooks/index.js';

let built: Promise<GraphQLSchema> | undefined;

/** The one schema, built when it is first asked for: it depends on the code alone. */
export function openSchema(): Promise<GraphQLSchema> {
  built ??= build();
  return built;
}

/** The resolver list; one schema comes of it. Operations check their input themselves, so type-graphql's own check is off. */
const build = async (): Promise<GraphQLSchema> => {
  const schema = await buildSchema({
    resolvers: [
      AccountResolver,
      ProfileResolver,
      OrganizationResolver,
      WorkflowTokenResolver,
      EnterpriseKeyResolver,
      DirectoryResolver,
      DirectoryReadingResolver,
      CatalogReviewResolver,
      OfferResolver,
      PlanningResolver,
      SkillResolver,
      ProjectResolver,
      TrackingResolver,
      AdoptionResolver,
      PublishingResolver,
      ToolAdoptionResolver,
      SpendResolver,
      ReceiptResolver,
      BalanceResolver,
      IntakeResolver,
      EnterpriseResolver,
      WebhookResolver,
    ],
    validate: false,
  });
  markInheritedFields(schema);
  return schema;
};

/** Gives the fields that an input type inherits the marks that they have in its parent: type-graphql leaves them out. */
function markInheritedFields(schema: GraphQLSchema): void {
  const declared = new Map(getMetadataStorage().inputTypes.map((type) => [type.target, type]));
  for (const { name, target } of declared.values()) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    const fields = type.getFields();
    for (let parent = Object.getPrototypeOf(target); parent; parent = Object.getPrototypeOf(parent))
      for (const { schemaName, extensions } of declared.get(parent)?.fields ?? []) {
        const field = fields[schemaName];
        if (field) field.extensions = { ...extensions, ...field.extensions };
      }
  }
}

const printed = new WeakMap<GraphQLSchema, string>();

/** The schema as schema.graphql holds it, in the order of names: the order of imports must not show. */
export function printedSchema(schema: GraphQLSchema): string {
  const text = printed.get(schema) ?? `${printSchema(lexicographicSortSchema(schema))}\n`;
  printed.set(schema, text);
  return text;
}
