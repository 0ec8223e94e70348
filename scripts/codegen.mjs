// Writes the types of the workspace's documents from schema.graphql: admin/providers/generated/operations.ts, which is not committed, and the
// documents themselves as they are sent (documents.graphql beside it), for the bench and the tests.
// It is plain JavaScript, since a first installation runs it before anything is compiled.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { Kind, parse, print, visit } from 'graphql';

const root = path.join(import.meta.dirname, '..');
const FILE = path.join(root, 'admin/providers/generated/operations.ts');
const SENT = path.join(root, 'admin/providers/generated/documents.graphql');
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

const schema = parse(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
const argumentsOfField = new Map(
  schema.definitions
    .filter(({ name }) => name?.value === 'Query' || name?.value === 'Mutation')
    .flatMap(({ fields }) => fields.map((field) => [field.name.value, field.arguments])),
);

/** `@variables` on the field of an operation stands for a variable of the same name for each of its arguments. */
const withVariables = (document) =>
  visit(document, {
    OperationDefinition(operation) {
      const [field, ...others] = operation.selectionSet.selections;
      const {
        name: { value: name },
        directives,
      } = field;
      if (!directives.some((one) => one.name.value === 'variables')) return undefined;
      const known = argumentsOfField.get(name);
      if (!known || others.length > 0)
        throw new Error(`@variables is for the one field of an operation, not for ${name}`);
      const named = known.map((argument) => ({
        argument,
        variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: argument.name.value } },
      }));
      const typeOf = ({ type, defaultValue }) => (defaultValue && type.kind === Kind.NON_NULL_TYPE ? type.type : type);
      return {
        ...operation,
        variableDefinitions: named.map(({ argument, variable }) => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable,
          type: typeOf(argument),
        })),
        selectionSet: {
          ...operation.selectionSet,
          selections: [
            {
              ...field,
              directives: directives.filter((one) => one.name.value !== 'variables'),
              arguments: named.map(({ argument, variable }) => ({
                kind: Kind.ARGUMENT,
                name: argument.name,
                value: variable,
              })),
            },
          ],
        },
      };
    },
  });

const sources = FOLDERS.flatMap(filesIn).map((location) => ({
  location,
  document: withVariables(withoutMarks(parse(readFileSync(location, 'utf8')))),
}));
const text = await codegen({
  filename: FILE,
  schema,
  documents: sources,
  config,
  pluginMap: { operations, documents },
  plugins: [{ operations: {} }, { documents: {} }],
});

/** An unchanged file keeps its time, so that nothing is built again for it. */
function write(file, content) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
write(FILE, text);
write(SENT, `${sources.map(({ document }) => print(document)).join('\n\n')}\n`);
