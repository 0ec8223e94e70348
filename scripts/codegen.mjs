// Writes the types of the workspace's documents from schema.graphql: admin/providers/generated/operations.ts, which is not committed.
// What an input's member may be, as its description lists it, stands there too: `One of free, usage.` of PricingInput.model is PricingInputModel.
// It is plain JavaScript, since a first installation runs it before anything is compiled.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { Kind, parse, visit } from 'graphql';

const root = path.join(import.meta.dirname, '..');
const FILE = path.join(root, 'admin/providers/generated/operations.ts');
const FOLDERS = ['documents', 'admin/providers/documents'];

/** `@untrusted` marks what others wrote; it stands in the documents alone and is sent to no one. */
const withoutMarks = (document) =>
  visit(document, { Directive: ({ name }) => (name.value === 'untrusted' ? null : undefined) });

const filesIn = (folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => path.join(root, folder, name));

const config = {
  // Names as the documents have them: ListProjects is the document, ListProjectsAnswer and ListProjectsVariables are its types.
  namingConvention: 'keep',
  omitOperationSuffix: true,
  operationResultSuffix: 'Answer',
  documentVariableSuffix: '',
  // Every document is sent as text: no parser and no printer goes to the browser.
  documentMode: 'string',
  pureMagicComment: true,
  dedupeFragments: true,
  enumType: 'const',
  immutableTypes: true,
  arrayInputCoercion: false,
  skipTypename: true,
  useTypeImports: true,
  inlineFragmentTypes: 'combine',
  defaultScalarType: 'never',
  scalars: {
    ID: 'string',
    DateTimeISO: 'string',
    SafeInt: 'number',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
  },
};

const LISTED = /^(?:One|Any) of (\w+(?:, \w+)+)\.$/;

const choicesIn = (schema) =>
  schema.definitions.flatMap(({ kind, name, fields = [] }) =>
    kind === Kind.INPUT_OBJECT_TYPE_DEFINITION
      ? fields.flatMap((field) => {
          const values = LISTED.exec(field.description?.value ?? '')?.[1]?.split(', ');
          const member = field.name.value.charAt(0).toUpperCase() + field.name.value.slice(1);
          return values ? [`export const ${name.value}${member} = ${JSON.stringify(values)} as const;\n`] : [];
        })
      : [],
  );

const schema = parse(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
const types = await codegen({
  filename: FILE,
  schema,
  documents: FOLDERS.flatMap(filesIn).map((location) => ({
    location,
    document: withoutMarks(parse(readFileSync(location, 'utf8'))),
  })),
  config,
  pluginMap: { operations, documents },
  plugins: [{ operations: {} }, { documents: {} }],
});
const text = [types, ...choicesIn(schema)].join('\n');

// An unchanged file keeps its time, so that nothing is built again for it.
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, text);
}
