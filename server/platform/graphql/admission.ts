import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  valueFromAST,
} from 'graphql';
import type { RequestContext } from '../context.js';
import { type FieldProblem, invalid, PROBLEMS_LISTED_MAX } from '../fault.js';
import { admit, operations } from '../operation.js';
import { RepeatedMembers, repeatedProblems, withItemsMarked } from '../repeated-members.rules.js';
import { fragmentsOf } from './document.measure.js';
import { blanksIn, cutList, cutLists, dropDefaultedNulls, problemsIn } from './input.walk.js';

/** Arguments that are an operation's whole input: pointers are relative to them. */
const WHOLE_INPUT = new Set(['input', 'event']);
const REQUIRED_TEXT = new GraphQLNonNull(GraphQLString);

/**
 * Looks at the variables, and at the texts of the document, before graphql-js coerces them. A well-formed call is admitted and counted inside its operation;
 * a malformed one never gets there, so it is admitted and counted here, and then refused with every pointer.
 */
export async function refuseMalformed(
  ctx: RequestContext,
  call: {
    schema: GraphQLSchema;
    document: DocumentNode;
    operation: OperationDefinitionNode;
    variables: Record<string, unknown>;
  },
): Promise<void> {
  const roots = rootFields(call.operation.selectionSet, call.document);
  const pointers = pointersOf(roots);
  const problems: FieldProblem[] = [];
  const wrongVariables = new Set<string>();
  const repeated = refuseRepeated(ctx, roots, call.variables, pointers);
  problems.push(...repeated.problems);
  for (const name of repeated.inputs.keys()) wrongVariables.add(name);
  for (const definition of call.operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(call.schema, definition.type);
    if (!type || !isInputType(type)) continue;
    if (call.variables[name] === null && (definition.defaultValue || isDefaulted(name, roots, call)))
      delete call.variables[name];
    for (const argument of argumentsOf(name, roots, call)) cutList(call.variables[name], argument);
    cutLists(call.variables[name], type);
    dropDefaultedNulls(call.variables[name], type);
    const fallback = definition.defaultValue ? valueFromAST(definition.defaultValue, type) : undefined;
    const found = problemsIn(call.variables[name] ?? fallback, type, pointers.get(name) ?? `/${name}`);
    if (found.length) wrongVariables.add(name);
    problems.push(...found);
    if (problems.length > PROBLEMS_LISTED_MAX) break;
  }
  problems.push(...blankArguments(roots, call));
  if (problems.length === 0) return;
  for (const field of roots) {
    const registered = operations.get(field.name.value);
    if (!registered) continue;
    await admit(ctx, registered.declaration);
    const whole = field.arguments?.find((one) => WHOLE_INPUT.has(one.name.value))?.value;
    if (registered.refuse && whole?.kind === Kind.VARIABLE && wrongVariables.has(whole.name.value)) {
      const name = whole.name.value;
      const fault = await registered.refuse(ctx, repeated.inputs.get(name) ?? call.variables[name]);
      if (fault) throw fault;
    }
    await registered.inputRefused?.(ctx, invalid(problems));
  }
  throw invalid(problems);
}

/** True when the variable is an argument that has a default, which stands for a null as for what is left out. */
const isDefaulted = (variable: string, roots: readonly FieldNode[], call: Call): boolean =>
  argumentsOf(variable, roots, call).some(({ defaultValue }) => defaultValue !== undefined);

interface Call {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
}

/** The arguments of root fields that a variable is the whole value of. */
function argumentsOf(variable: string, roots: readonly FieldNode[], { schema, operation }: Call): GraphQLArgument[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return roots.flatMap((root) =>
    (root.arguments ?? []).flatMap(({ name, value }) =>
      value.kind === Kind.VARIABLE && value.name.value === variable
        ? (fields[root.name.value]?.args.filter((one) => one.name === name.value) ?? [])
        : [],
    ),
  );
}

interface RepeatedVariables {
  readonly problems: readonly FieldProblem[];
  /** The items to take in place of a variable that repeats a member. */
  readonly inputs: ReadonlyMap<string, RepeatedMembers>;
}

/** Marks the items that repeat a member where each gets a verdict of its own; all else that is repeated is a problem of the request. */
function refuseRepeated(
  { req: { repeatedVariables = [] } }: RequestContext,
  roots: readonly FieldNode[],
  variables: Record<string, unknown>,
  pointers: ReadonlyMap<string, string>,
): RepeatedVariables {
  const byVariable = Map.groupBy(repeatedVariables, ([name]) => String(name));
  const problems: FieldProblem[] = [];
  const inputs = new Map<string, RepeatedMembers>();
  for (const [name, paths] of byVariable) {
    const at = pointers.get(name) ?? `/${name}`;
    const perItem = roots.some((field) => {
      const { itemsIn } = operations.get(field.name.value)?.declaration ?? {};
      return itemsIn !== undefined && at === `/${itemsIn}`;
    });
    const marked = perItem
      ? withItemsMarked({ value: variables, repeated: paths }, name)
      : { value: variables, repeated: paths };
    Object.assign(variables, marked.value);
    if (marked.repeated.length === 0) continue;
    const inside = marked.repeated.map((path) => path.slice(1));
    problems.push(...repeatedProblems(inside, at));
    inputs.set(name, new RepeatedMembers(inside));
  }
  return { problems, inputs };
}

/** The arguments whose required text is blank. */
function blankArguments(
  roots: readonly FieldNode[],
  {
    schema,
    operation,
    variables,
  }: { schema: GraphQLSchema; operation: OperationDefinitionNode; variables: Record<string, unknown> },
): FieldProblem[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return roots.flatMap((root) =>
    (root.arguments ?? []).flatMap(({ name: { value: name }, value }) => {
      const argument = fields[root.name.value]?.args.find((one) => one.name === name);
      if (!argument) return [];
      // Reject a blank key: a retry could not be matched to it.
      const type = name === 'idempotencyKey' ? REQUIRED_TEXT : argument.type;
      const { defaultValue } = argument;
      return blanksIn(value, { name, type, defaultValue }, variables, WHOLE_INPUT.has(name) ? '' : `/${name}`);
    }),
  );
}

/** The fields at the root of an operation, one of each name in the answer; each fragment is looked into once, so spreads may repeat. */
export function rootFields(selections: SelectionSetNode, document: DocumentNode): FieldNode[] {
  const fragments = fragmentsOf(document);
  const visited = new Set<string>();
  const found = new Map<string, FieldNode>();
  const collect = (set: SelectionSetNode): void => {
    for (const one of set.selections) {
      if (one.kind === Kind.FIELD) {
        const answeredAs = (one.alias ?? one.name).value;
        if (!found.has(answeredAs)) found.set(answeredAs, one);
      } else if (one.kind === Kind.INLINE_FRAGMENT) collect(one.selectionSet);
      else if (!visited.has(one.name.value)) {
        visited.add(one.name.value);
        const fragment = fragments.get(one.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  collect(selections);
  return [...found.values()];
}

/** The pointers at which variables stand in the operation's input: of each the first place. */
function pointersOf(roots: readonly FieldNode[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (value: ValueNode, at: string): void => {
    if (value.kind === Kind.VARIABLE) {
      if (!found.has(value.name.value)) found.set(value.name.value, at);
    } else if (value.kind === Kind.OBJECT)
      for (const field of value.fields) note(field.value, `${at}/${field.name.value}`);
    else if (value.kind === Kind.LIST) for (const [index, item] of value.values.entries()) note(item, `${at}/${index}`);
  };
  for (const field of roots)
    for (const { name, value } of field.arguments ?? [])
      note(value, WHOLE_INPUT.has(name.value) ? '' : `/${name.value}`);
  return found;
}
