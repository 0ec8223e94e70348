import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { FieldProblem } from '../fault.js';

/** The bounds of one GraphQL document (decisions §2, graphql). */
export const DOCUMENT_LIMITS = { depthMax: 10, aliasesMax: 30, costMax: 5_000 } as const;

/** A page that is asked for without a `limit` is taken to hold this many items. */
const LIST_SIZE_ASSUMED = 20;

interface Weight {
  depth: number;
  aliases: number;
  cost: number;
}

/**
 * Weighs a document: depth, aliases and cost (one a field, times the `limit` of every list around it).
 * Introspection is not weighed: it is closed to strangers in production, and its own standard query is deep.
 */
export function weighDocument(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Weight {
  const fragments = new Map<string, Weight>();
  const ofFragment = (name: string): Weight => {
    const known = fragments.get(name);
    if (known) return known;
    const found = document.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name);
    const weight =
      found?.kind === Kind.FRAGMENT_DEFINITION ? ofSelections(found.selectionSet) : { depth: 0, aliases: 0, cost: 0 };
    fragments.set(name, weight);
    return weight;
  };
  const ofField = (field: FieldNode): Weight => {
    const aliases = field.alias ? 1 : 0;
    if (field.name.value.startsWith('__') || !field.selectionSet) return { depth: 1, aliases, cost: 1 };
    const inner = ofSelections(field.selectionSet);
    const times = listSize(field, variables);
    return { depth: inner.depth + 1, aliases: aliases + inner.aliases, cost: 1 + inner.cost * times };
  };
  const ofSelections = (set: SelectionSetNode): Weight => {
    const total: Weight = { depth: 0, aliases: 0, cost: 0 };
    for (const one of set.selections) {
      const weight =
        one.kind === Kind.FIELD
          ? ofField(one)
          : one.kind === Kind.INLINE_FRAGMENT
            ? ofSelections(one.selectionSet)
            : ofFragment(one.name.value);
      total.depth = Math.max(total.depth, weight.depth);
      total.aliases += weight.aliases;
      total.cost += weight.cost;
    }
    return total;
  };
  return ofSelections(operation.selectionSet);
}

function listSize(field: FieldNode, variables: Record<string, unknown>): number {
  const limit = field.arguments?.find((one) => one.name.value === 'limit')?.value;
  if (limit?.kind === Kind.INT) return Math.max(1, Number(limit.value));
  if (limit?.kind === Kind.VARIABLE) {
    const value = variables[limit.name.value];
    return typeof value === 'number' && value > 0 ? value : LIST_SIZE_ASSUMED;
  }
  const isPage = field.selectionSet?.selections.some((one) => one.kind === Kind.FIELD && one.name.value === 'items');
  return isPage ? LIST_SIZE_ASSUMED : 1;
}

/** What of a document is beyond the bounds; empty when it may run. */
export function documentProblems(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): FieldProblem[] {
  const { depth, aliases, cost } = weighDocument(document, operation, variables);
  const beyond = (code: string, what: string, value: number, max: number): FieldProblem[] =>
    value > max
      ? [{ pointer: '/query', code, detail: `the document's ${what} is ${value}; at most ${max} is served` }]
      : [];
  return [
    ...beyond('too_deep', 'depth', depth, DOCUMENT_LIMITS.depthMax),
    ...beyond('too_many_aliases', 'number of aliases', aliases, DOCUMENT_LIMITS.aliasesMax),
    ...beyond('too_costly', 'cost', cost, DOCUMENT_LIMITS.costMax),
  ];
}
