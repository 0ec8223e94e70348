import type { GraphQLSchema } from 'graphql';
import { invalid } from '../server/platform/fault.js';
import { pointerStep } from '../server/platform/graphql/input.walk.js';
import { type PreparedDocument, prepareDocument } from '../server/platform/graphql/prepared.js';
import { isRecord } from '../server/platform/json.rules.js';
import { type Declaration, operations } from '../server/platform/operation.js';
import type { Shim } from './shim.js';

/** A document of the table as it runs, with what its operation says of itself. */
export interface Prepared extends PreparedDocument {
  readonly declaration: Declaration;
}

/** Parses and validates a document once, at start; a table that does not fit the schema ends the start. */
export function prepare(
  { path, operation: name, document }: Pick<Shim, 'path' | 'operation' | 'document'>,
  schema: GraphQLSchema,
): Prepared {
  const declaration = operations.get(name)?.declaration;
  if (!declaration) throw new Error(`${path} has no operation ${name}`);
  return { ...prepareDocument(schema, document, path), declaration };
}

export type Choices = ReadonlyMap<string, Prepared>;

/** The prepared operation that runs, and the body without the member that chose it. */
export interface Chosen {
  readonly prepared: Prepared;
  readonly input: unknown;
}

/** The operations of a path by the body's `type`, or null for a path with one alone. */
export const choicesOf = ({ path, byType }: Shim, schema: GraphQLSchema): Choices | null =>
  byType
    ? new Map(Object.entries(byType).map(([type, choice]) => [type, prepare({ path, ...choice }, schema)] as const))
    : null;

/** Chooses by the body's `type`; throws a 400 that points at it. An operation that takes no input refuses every other member. */
export function chooseByType(choices: Choices, body: unknown): Chosen {
  if (!isRecord(body)) throw invalid([{ pointer: '', code: 'wrong_type', detail: 'the input must be an object' }]);
  const { type, ...input } = body;
  if (type === undefined || type === null)
    throw invalid([{ pointer: '/type', code: 'required', detail: `type is required${oneOf(choices)}` }]);
  const prepared = typeof type === 'string' ? choices.get(type) : undefined;
  if (!prepared)
    throw invalid([{ pointer: '/type', code: 'not_allowed', detail: `this type is not known${oneOf(choices)}` }]);
  const takesInput = prepared.operation.variableDefinitions?.length;
  const surplus = takesInput ? [] : Object.keys(input);
  if (surplus.length)
    throw invalid(
      surplus.map((name) => ({
        pointer: pointerStep(name),
        code: 'unknown_field',
        detail: 'this member is not part of the input',
      })),
    );
  return { prepared, input };
}

const oneOf = (choices: Choices): string => `: one of ${[...choices.keys()].join(', ')}`;
