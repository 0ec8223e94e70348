import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
} from 'graphql';
import type { FieldProblem } from '../fault.js';
import { operations } from '../operation.js';
import { fragmentsOf } from './document.measure.js';
import { itemsOf } from './introspection.weigh.js';

/** The bounds of what one operation asks for (decisions §2, graphql; docs/decisions/0026). */
export const DOCUMENT_LIMITS = { depthMax: 10, introspectionDepthMax: 20, aliasesMax: 30, costMax: 5_000 } as const;

/** An object costs one; of values without members, which come with their object, four cost as much. */
const OBJECT_COST = 1;
const LEAF_COST = 0.25;
/** The cost of the whole schema, as the standard introspection query asks for it: a quarter more is served at once. */
const WHOLE_SCHEMA_COST = 4_000;

export interface Weight {
  readonly depth: number;
  /** Below `__schema` and `__type`, which the standard questions of tools go down further. */
  readonly introspectionDepth: number;
  readonly aliases: number;
  readonly cost: number;
}

const NOTHING: Weight = { depth: 0, introspectionDepth: 0, aliases: 0, cost: 0 };

export interface Weighed {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
}

/**
 * Weighs an operation of a document that is valid and measured: depth, aliases and cost, where a page counts its items by its `limit`,
 * introspection by what this schema holds, and a call of an operation what it declares, under each alias. Each fragment is weighed once.
 */
export function weighDocument(call: Weighed, unit = introspectionUnit(call.schema)): Weight {
  const { schema, document, operation } = call;
  const fragments = fragmentsOf(document);
  const known = new Map<string, Weight>();
  const root = schema.getRootType(operation.operation);

  const ofFragment = (name: string): Weight => {
    const found = known.get(name);
    if (found) return found;
    const fragment = fragments.get(name);
    const weight = fragment
      ? ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
      : NOTHING;
    known.set(name, weight);
    return weight;
  };
  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined): Weight => {
    const aliases = field.alias ? 1 : 0;
    const definition = definitionOf(field.name.value, parent);
    const own = root && parent === root ? costOf(field.name.value) : 0;
    if (!field.selectionSet || !definition) return { depth: 1, introspectionDepth: 0, aliases, cost: LEAF_COST + own };
    const inner = ofSelections(field.selectionSet, getNamedType(definition.type));
    const total = { aliases: aliases + inner.aliases, introspectionDepth: inner.introspectionDepth };
    const items = pageSize(field, definition, call) * itemsOf(schema, parent, definition);
    const cost = own + OBJECT_COST + inner.cost * items;
    if (definition === SchemaMetaFieldDef || definition === TypeMetaFieldDef)
      return { ...total, depth: 0, introspectionDepth: inner.depth + 1, cost: cost * unit };
    return { ...total, depth: inner.depth + 1, cost };
  };
  const ofSelections = (set: SelectionSetNode, parent: GraphQLNamedType | undefined): Weight => {
    const total = { ...NOTHING };
    for (const one of set.selections) {
      const weight =
        one.kind === Kind.FIELD
          ? ofField(one, parent)
          : one.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(one.name.value)
            : ofSelections(one.selectionSet, one.typeCondition ? schema.getType(one.typeCondition.name.value) : parent);
      total.depth = Math.max(total.depth, weight.depth);
      total.introspectionDepth = Math.max(total.introspectionDepth, weight.introspectionDepth);
      total.aliases += weight.aliases;
      total.cost += weight.cost;
    }
    return total;
  };
  return ofSelections(operation.selectionSet, root ?? undefined);
}

const costOf = (name: string): number => operations.get(name)?.declaration.cost ?? 0;

const units = new WeakMap<GraphQLSchema, number>();

/** The cost of one object of introspection, set so that the standard query costs the same whatever the schema holds. */
function introspectionUnit(schema: GraphQLSchema): number {
  const known = units.get(schema);
  if (known !== undefined) return known;
  const document = parse(
    getIntrospectionQuery({
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const operation = getOperationAST(document);
  if (!operation) throw new Error('the standard introspection query has no operation');
  const unit = WHOLE_SCHEMA_COST / weighDocument({ schema, document, operation, variables: {} }, 1).cost;
  units.set(schema, unit);
  return unit;
}

function definitionOf(name: string, parent: GraphQLNamedType | undefined): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** How many items a page will hold at most: its `limit`, be it written, a variable or the default; 1 for what takes none. */
function pageSize(
  field: FieldNode,
  { args }: GraphQLField<unknown, unknown>,
  { operation, variables }: Weighed,
): number {
  const declared = args.find(({ name }) => name === 'limit');
  if (!declared) return 1;
  const given = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
  const sizeIn = (value: ValueNode | undefined): unknown => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    const own = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return variables[name] ?? sizeIn(own?.defaultValue);
  };
  const size = sizeIn(given) ?? declared.defaultValue;
  return typeof size === 'number' ? Math.max(1, size) : 1;
}

/** The measures of an operation that are beyond the bounds; empty when it may run. */
export function weightProblems(call: Weighed): FieldProblem[] {
  const { depth, introspectionDepth, aliases, cost } = weighDocument(call);
  const { depthMax, introspectionDepthMax, aliasesMax, costMax } = DOCUMENT_LIMITS;
  const beyond = (code: string, what: string, value: number, max: number): FieldProblem[] =>
    value > max
      ? [{ pointer: '/query', code, detail: `the document's ${what} is ${Math.ceil(value)}; at most ${max} is served` }]
      : [];
  return [
    ...beyond('too_deep', 'depth', depth, depthMax),
    ...beyond('too_deep', 'depth of introspection', introspectionDepth, introspectionDepthMax),
    ...beyond('too_many_aliases', 'number of aliases', aliases, aliasesMax),
    ...beyond('too_costly', 'cost', cost, costMax),
  ];
}
