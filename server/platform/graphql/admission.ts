import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  valueFromAST,
} from 'graphql';
import type { RequestContext } from '../context.js';
import { type FieldProblem, invalid } from '../fault.js';
import { admit, operations } from '../operation.js';
import { problemsIn } from './input.walk.js';

/** Arguments that are an operation's whole input: pointers are relative to them. */
const WHOLE_INPUT = new Set(['input', 'event']);

/**
 * Looks at the variables before graphql-js coerces them. A well-formed call is admitted and counted inside its operation;
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
  const problems: FieldProblem[] = [];
  const wrongVariables = new Set<string>();
  for (const definition of call.operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(call.schema, definition.type);
    if (!type || !isInputType(type)) continue;
    const fallback = definition.defaultValue ? valueFromAST(definition.defaultValue, type) : undefined;
    const found = problemsIn(call.variables[name] ?? fallback, type, prefixOf(name, roots));
    if (found.length) wrongVariables.add(name);
    problems.push(...found);
  }
  if (problems.length === 0) return;
  for (const field of roots) {
    const registered = operations.get(field.name.value);
    if (!registered) continue;
    await admit(ctx, registered.declaration);
    const whole = field.arguments?.find((one) => WHOLE_INPUT.has(one.name.value))?.value;
    if (registered.refuse && whole?.kind === Kind.VARIABLE && wrongVariables.has(whole.name.value)) {
      const fault = await registered.refuse(ctx, call.variables[whole.name.value]);
      if (fault) throw fault;
    }
  }
  throw invalid(problems);
}

/** The fields at the root of an operation, also those behind fragments; the document is valid, so fragments end. */
export function rootFields(selections: SelectionSetNode, document: DocumentNode): FieldNode[] {
  return selections.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    if (one.kind === Kind.INLINE_FRAGMENT) return rootFields(one.selectionSet, document);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === one.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFields(fragment.selectionSet, document) : [];
  });
}

/** The pointer at which a variable stands in the operation's input. */
function prefixOf(variable: string, roots: readonly FieldNode[]): string {
  for (const field of roots)
    for (const argument of field.arguments ?? []) {
      const inside = pathTo(variable, argument.value);
      if (inside !== null) return (WHOLE_INPUT.has(argument.name.value) ? '' : `/${argument.name.value}`) + inside;
    }
  return `/${variable}`;
}

/** Where a variable stands in the value of an argument, or null when it does not. */
function pathTo(variable: string, value: ValueNode): string | null {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? '' : null;
  const members: (readonly [string, ValueNode])[] =
    value.kind === Kind.OBJECT
      ? value.fields.map((field) => [field.name.value, field.value] as const)
      : value.kind === Kind.LIST
        ? value.values.map((item, index) => [String(index), item] as const)
        : [];
  for (const [name, member] of members) {
    const inside = pathTo(variable, member);
    if (inside !== null) return `/${name}${inside}`;
  }
  return null;
}
