import fs from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';

const WRITTEN = 'Written from schema.graphql and the documents by `npm run schema`; a test fails when it is stale.';

/** Marks a member whose text others wrote. It stands in the documents alone: no transport sends it. */
const UNTRUSTED = 'untrusted';

const isUntrusted = ({ directives = [] }: FieldNode): boolean =>
  directives.some(({ name }) => name.value === UNTRUSTED);

/** The enums whose values the inputs of MCP's tools take. */
const TOOL_ENUMS = ['FundingStage', 'Maturity', 'PricingModel', 'ProofSignal', 'ToolInterface'];

/** A definition as a transport sends it. */
export const textOf = (node: DefinitionNode): string =>
  print(visit(node, { Directive: ({ name }) => (name.value === UNTRUSTED ? null : undefined) }));

/** The documents of a folder in the order of their file names, so that what is printed from them is stable. */
export function readDefinitions(folder: string): DefinitionNode[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names.sort().flatMap((name) => parse(fs.readFileSync(path.join(folder, name), 'utf8')).definitions);
}

export const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode =>
  node.kind === Kind.FRAGMENT_DEFINITION;
export const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION;

/** The fragments that a definition spreads, then those that these spread, and so on; each once. */
export function fragmentsFor(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): ReadonlySet<FragmentDefinitionNode> {
  const found = new Set<FragmentDefinitionNode>();
  const add = (from: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(from, {
      FragmentSpread({ name }) {
        const spread = fragments.find((one) => one.name.value === name.value);
        if (!spread) throw new Error(`there is no fragment ${name.value}`);
        if (found.has(spread)) return;
        found.add(spread);
        add(spread);
      },
    });
  };
  add(node);
  return found;
}

/** The fragments as REST's documents take them: each with those that it spreads. */
export function printFragments(definitions: readonly DefinitionNode[]): string {
  const fragments = definitions.filter(isFragment);
  const lines = fragments.map(({ name, ...node }) => {
    const spread = [...fragmentsFor({ name, ...node }, fragments)].map((one) => `'${one.name.value}'`);
    return `  ${name.value}: {\n    spreads: [${spread.join(', ')}],\n    text: \`${textOf({ name, ...node })}\`,\n  },\n`;
  });
  return `// ${WRITTEN}\nexport const fragmentTexts: Readonly<Record<string, { readonly spreads: readonly string[]; readonly text: string }>> = {\n${lines.join('')}};\n`;
}

/**
 * Prints the questions of MCP's tools and their answers (document, zod form and the members that others wrote), and the values of the enums
 * that inputs of tools take.
 */
export function printReplies(
  schemaText: string,
  shared: readonly DefinitionNode[],
  own: readonly DefinitionNode[],
): string {
  const schema = buildSchema(schemaText);
  const fragments = [...shared, ...own].filter(isFragment);
  const printed = own.filter(isOperation).map((node) => printReply(schema, node, fragments));
  return `// ${WRITTEN}\nimport { z } from 'zod';\n\n${TOOL_ENUMS.map((name) => printValues(schema, name)).join('')}\n${printed.join('\n')}`;
}

/** An enum as a constant with its values. */
function printValues(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`there is no enum ${name}`);
  const values = type.getValues().map((one) => `'${one.name}'`);
  return `export const ${name} = [${values.join(', ')}] as const;\n`;
}

function printReply(
  schema: GraphQLSchema,
  node: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): string {
  const name = node.name?.value ?? '';
  const text = [node, ...fragmentsFor(node, fragments)].map(textOf).join('\n');
  const [root] = node.selectionSet.selections;
  const rootType = schema.getRootType(node.operation);
  const field = root?.kind === Kind.FIELD ? rootType?.getFields()[root.name.value] : undefined;
  if (!field || root?.kind !== Kind.FIELD || !root.selectionSet) throw new Error(`${name} selects nothing`);
  const untrusted: string[] = [];
  const of = { fragments, untrusted };
  const reply = formOf(presentOf(field.type), [root.selectionSet], of, '', '  ');
  const paths = untrusted.map((one) => `    '${one}',\n`).join('');
  const constant = name.charAt(0).toLowerCase() + name.slice(1);
  return `export const ${constant} = {\n  document: \`${text}\`,\n  reply: ${reply},\n  untrusted: [\n${paths}  ],\n};\n`;
}

interface Walk {
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly untrusted: string[];
}

const SCALARS: Readonly<Record<string, string>> = {
  Int: 'z.int()',
  SafeInt: 'z.int()',
  Float: 'z.number()',
  Boolean: 'z.boolean()',
  JSON: 'z.unknown()',
  JSONObject: 'z.record(z.string(), z.unknown())',
};

/** A description that hosts don't pay for: none, or the values that the answer itself shows. */
const LISTED = /^$|^(One|Any) of /;

const presentOf = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? type.ofType : type);

/** Any other scalar is a text, and so is an enum: a value that a newer gateway has must not end the call. */
function formOf(
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  walk: Walk,
  at: string,
  indent: string,
): string {
  if (isNonNullType(type)) return formOf(type.ofType, sets, walk, at, indent);
  if (isListType(type)) {
    const item = formOf(presentOf(type.ofType), sets, walk, sets.length ? `${at}[]` : at, indent);
    return `z.array(${isNonNullType(type.ofType) ? item : `${item}.nullable()`})`;
  }
  if (!isObjectType(type)) return SCALARS[type.name] ?? 'z.string()';
  const fields = type.getFields();
  const members = [...fieldsIn(sets, walk.fragments)].map(([name, nodes]) => {
    const [first] = nodes;
    const field = first && fields[first.name.value];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    const place = at ? `${at}.${name}` : name;
    if (nodes.some(isUntrusted)) walk.untrusted.push(place);
    const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const form = formOf(field.type, inner, walk, place, `${indent}  `);
    const described = LISTED.test(field.description ?? '') ? '' : `.describe(${JSON.stringify(field.description)})`;
    return `${indent}  ${name}: ${form}${isNonNullType(field.type) ? '' : '.nullable()'}${described},\n`;
  });
  return `z.object({\n${members.join('')}${indent}})`;
}

/** The fields that selections ask for by the names of the answer, with those of the fragments that they spread. */
export function fieldsIn(
  sets: readonly SelectionSetNode[],
  fragments: readonly FragmentDefinitionNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const add = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      if (one.kind === Kind.FIELD) {
        const name = (one.alias ?? one.name).value;
        found.set(name, [...(found.get(name) ?? []), one]);
      } else if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.find(({ name }) => name.value === one.name.value);
        if (!fragment) throw new Error(`there is no fragment ${one.name.value}`);
        add(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) add(set);
  return found;
}
