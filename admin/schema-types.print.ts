import {
  buildSchema,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { fragmentsFor, isFragment, isOperation, textOf } from '../documents/print.ts';

const HEADER = `// Written from schema.graphql and the documents by admin/schema-types.ts; a test fails when it is stale.
import type { Operation } from './operation.js';
`;
const SCALARS: Record<string, string> = {
  ID: 'string',
  String: 'string',
  DateTimeISO: 'string',
  Int: 'number',
  Float: 'number',
  SafeInt: 'number',
  Boolean: 'boolean',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};
/** The formatter's, with the line's end: what is printed here is already as the formatter would print it. */
const LINE_WIDTH_MAX = 121;

/** What the documents need of the schema's enums and inputs, gathered while the documents are walked. */
type Needed = Set<GraphQLNamedType>;

/** Prints the types of every document against the schema, so that a screen can't read a field that was not requested. */
export function printOperations(schemaText: string, definitions: readonly DefinitionNode[]): string {
  const schema = buildSchema(schemaText);
  const needed: Needed = new Set();
  const fragments = definitions.filter(isFragment);
  const operations = definitions.filter(isOperation);
  const answers = [
    ...fragments.map((node) => {
      const fields = printFields(schema, node.typeCondition.name.value, node.selectionSet, needed, '');
      return `export type ${node.name.value} = ${fields};\n`;
    }),
    ...operations.map((node) => printOperation(schema, node, fragments, needed)),
  ];
  const named = [...needed].sort((a, b) => a.name.localeCompare(b.name)).map((type) => printNamed(type, needed));
  return [HEADER, ...named, ...answers].join('\n');
}

function printOperation(
  schema: GraphQLSchema,
  node: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  needed: Needed,
): string {
  const name = node.name?.value;
  const root = schema.getRootType(node.operation);
  if (!name || !root) throw new Error('every operation needs a name and a root type');
  const variables = (node.variableDefinitions ?? []).map((variable) => printVariable(schema, variable, needed));
  const text = [node, ...fragmentsFor(node, fragments)].map(textOf).join('\n');
  return [
    `export type ${name}Answer = ${printFields(schema, root.name, node.selectionSet, needed, '')};`,
    `export type ${name}Variables = ${variables.length ? `{\n${variables.join('')}}` : 'Record<string, never>'};`,
    `export const ${name}: Operation<${name}Answer, ${name}Variables> = {`,
    `  name: '${name}',\n  text: \`${text}\`,\n};\n`,
  ].join('\n');
}

function printFields(schema: GraphQLSchema, on: string, set: SelectionSetNode, needed: Needed, indent: string): string {
  const parent = schema.getType(on);
  if (!isObjectType(parent) && !isInterfaceType(parent)) throw new Error(`${on} is not an object type`);
  const lines: string[] = [];
  const parts: string[] = [];
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) parts.push(selection.name.value);
    if (selection.kind !== Kind.FIELD) continue;
    const field = parent.getFields()[selection.name.value];
    if (!field) throw new Error(`${on} has no field ${selection.name.value}`);
    const leaf = getNamedType(field.type);
    const inner = selection.selectionSet
      ? printFields(schema, leaf.name, selection.selectionSet, needed, `${indent}  `)
      : printLeaf(leaf, needed);
    lines.push(`${indent}  readonly ${(selection.alias ?? selection.name).value}: ${wrap(field.type, inner)};\n`);
  }
  return [...parts, ...(lines.length ? [`{\n${lines.join('')}${indent}}`] : [])].join(' & ');
}

function wrap(type: GraphQLType, inner: string): string {
  if (!isNonNullType(type)) return inner === 'unknown' ? inner : `${wrapPresent(type, inner)} | null`;
  return wrapPresent(type.ofType, inner);
}

function wrapPresent(type: GraphQLType, inner: string): string {
  if (!isListType(type)) return inner;
  const item = wrap(type.ofType, inner);
  return `readonly ${isNonNullType(type.ofType) ? item : `(${item})`}[]`;
}

function printLeaf(type: GraphQLNamedType, needed: Needed): string {
  if (!isEnumType(type) && !isInputObjectType(type)) return printScalar(type.name);
  needed.add(type);
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) printLeaf(getNamedType(field.type), needed);
  }
  return type.name;
}

function printScalar(name: string): string {
  const printed = SCALARS[name];
  if (!printed) throw new Error(`it is not known how the scalar ${name} looks in TypeScript`);
  return printed;
}

function printVariable(schema: GraphQLSchema, node: VariableDefinitionNode, needed: Needed): string {
  const type: GraphQLType | undefined = typeFromAST(schema, node.type);
  if (!type) throw new Error(`$${node.variable.name.value} has a type that is not in the schema`);
  return printMember(node.variable.name.value, type, needed);
}

function printMember(name: string, type: GraphQLType, needed: Needed): string {
  const optional = isNonNullType(type) ? '' : '?';
  return `  readonly ${name}${optional}: ${wrap(type, printLeaf(getNamedType(type), needed))};\n`;
}

function printNamed(type: GraphQLNamedType, needed: Needed): string {
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).map((field) => printMember(field.name, field.type, needed));
    return `export type ${type.name} = {\n${members.join('')}};\n`;
  }
  const values = isEnumType(type) ? type.getValues().map((value) => `'${value.name}'`) : [];
  const line = `export const ${type.name} = [${values.join(', ')}] as const;\n`;
  const list = line.length <= LINE_WIDTH_MAX ? line : line.replace(/\[.*\]/, `[\n  ${values.join(',\n  ')},\n]`);
  return `${list}export type ${type.name} = (typeof ${type.name})[number];\n`;
}
