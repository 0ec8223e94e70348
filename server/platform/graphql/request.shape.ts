import type { MemberPath } from '../../../formats/json.js';
import { Fault, type FieldProblem, invalid } from '../fault.js';
import { type ParsedJson, parseJsonText, repeatedProblems } from '../repeated-members.rules.js';
import { FORM_LIMITS } from './document.measure.js';

/** How deep variables may nest: an event has 11 levels at most, and what recurses over variables must end. */
const VARIABLE_LEVELS_MAX = 64;
/** How many members and items variables may hold at all levels: a batch of 50 events with 2,000 each, whichever method sends them. */
const VARIABLE_MEMBERS_MAX = 100_000;

/** The members that /graphql takes; `extensions` is ignored, since persisted queries are not offered. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
}

/** Reads a parsed body as one GraphQL request, or throws with a pointer at each wrong member; a list is refused, for it would step around the limits of one document. */
export function graphqlRequest(body: unknown): GraphqlRequest {
  if (!isObject(body))
    throw wrong('', 'wrong_type', 'the body must be one GraphQL request: an object with the member query');
  const { query, operationName, variables, extensions } = body;
  if ((isAbsent(query) || query === '') && isObject(extensions) && !isAbsent(extensions.persistedQuery))
    throw persistedQuery();
  const problems: FieldProblem[] = [];
  const refuse = (pointer: string, code: string, detail: string) => void problems.push({ pointer, code, detail });
  if (isAbsent(query)) refuse('/query', 'required', 'query is required: a GraphQL document');
  else if (typeof query !== 'string') refuse('/query', 'wrong_type', 'query must be a string');
  else if (query.length > FORM_LIMITS.charactersMax)
    refuse('/query', 'too_large', `query may have ${FORM_LIMITS.charactersMax} characters: send values as variables`);
  else if (query.trim() === '') refuse('/query', 'too_short', 'query must hold a GraphQL document');
  if (!isAbsent(operationName) && typeof operationName !== 'string')
    refuse('/operationName', 'wrong_type', 'operationName must be a string');
  if (!isAbsent(variables) && !isObject(variables)) refuse('/variables', 'wrong_type', 'variables must be an object');
  if (!isAbsent(extensions) && !isObject(extensions))
    refuse('/extensions', 'wrong_type', 'extensions must be an object');
  const beyond = variablesBeyond(variables);
  if (beyond) refuse('/variables', ...beyond);
  if (problems.length || typeof query !== 'string') throw invalid(problems);
  return {
    query,
    ...(typeof operationName === 'string' && operationName !== '' ? { operationName } : {}), // clients send '' for none
    ...(isObject(variables) ? { variables } : {}),
  };
}

/** The body that a query string stands for, where `variables` and `extensions` are JSON. */
export function bodyOfQueryString(given: Record<string, unknown>): ParsedJson {
  const [variables, extensions] = [parsed('variables', given.variables), parsed('extensions', given.extensions)];
  return {
    value: { ...given, variables: variables.value, extensions: extensions.value },
    repeated: [...variables.repeated, ...extensions.repeated],
  };
}

/** A request as a query string, with no more than was read of it. */
export const searchOf = ({ query, operationName, variables }: GraphqlRequest): string =>
  new URLSearchParams({
    query,
    ...(operationName === undefined ? {} : { operationName }),
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
  }).toString();

/** By this message clients know that they have to send the document itself. */
const persistedQuery = () =>
  new Fault('VALIDATION_FAILED', {
    say: 'PersistedQueryNotSupported',
    errors: [
      {
        pointer: '/query',
        code: 'persisted_query_not_supported',
        detail: 'there are no persisted queries here: send the document as query',
      },
    ],
  });

/**
 * The members of `variables` that are repeated, from there on; they are refused once it is known which operation they are for. What a
 * request repeats elsewhere is refused at once.
 */
export function repeatedVariables(repeated: readonly MemberPath[]): MemberPath[] {
  const isInVariables = ([first, ...rest]: MemberPath): boolean => first === 'variables' && rest.length > 0;
  if (!repeated.every(isInVariables)) throw invalid(repeatedProblems(repeated));
  return repeated.map((path) => path.slice(1));
}

function parsed(name: string, text: unknown): ParsedJson {
  if (isAbsent(text) || text === '') return { value: undefined, repeated: [] };
  if (typeof text !== 'string') throw wrong(`/${name}`, 'wrong_type', `${name} may be given once`);
  try {
    const { value, repeated } = parseJsonText(text);
    return { value, repeated: repeated.map((path) => [name, ...path]) };
  } catch {
    throw wrong(`/${name}`, 'malformed_json', `${name} must be a JSON object`);
  }
}

const wrong = (pointer: string, code: string, detail: string) => invalid([{ pointer, code, detail }]);
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Beyond = readonly [code: 'too_deep' | 'too_large', detail: string];

/** The first bound that the variables exceed, or null; no more members are read than they may have. */
function variablesBeyond(variables: unknown): Beyond | null {
  let members = 0;
  let level: unknown[] = [variables];
  for (let depth = 0; depth <= VARIABLE_LEVELS_MAX; depth += 1) {
    const inside: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const list: readonly unknown[] | null = Array.isArray(one) ? one : null;
      const names = list ? [] : Object.keys(one); // those of a long list would be made, one by one
      members += list ? list.length : names.length;
      if (members > VARIABLE_MEMBERS_MAX)
        return ['too_large', `variables may hold ${VARIABLE_MEMBERS_MAX} members, at all levels together`];
      for (const value of list ?? names.map((name): unknown => Reflect.get(one, name))) inside.push(value);
    }
    if (inside.length === 0) return null;
    level = inside;
  }
  return ['too_deep', `variables may nest ${VARIABLE_LEVELS_MAX} levels`];
}
