import { type FieldProblem, invalid } from '../fault.js';

/** How deep variables may nest: an event has 11 levels at most, and what recurses over variables must end. */
const VARIABLE_LEVELS_MAX = 64;

/** What /graphql takes; `extensions` is left behind, since persisted queries are not offered. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
}

/** Reads a parsed body as one GraphQL request, or throws with a pointer at each wrong member; a list is refused, for it would step around the limits of one document. */
export function graphqlRequest(body: unknown): GraphqlRequest {
  if (!isObject(body))
    throw wrong('', 'wrong_type', 'the body must be one GraphQL request: an object with the member query');
  const { query, operationName, variables } = body;
  const problems: FieldProblem[] = [];
  const refuse = (pointer: string, code: string, detail: string) => void problems.push({ pointer, code, detail });
  if (query === undefined || query === null) refuse('/query', 'required', 'query is required: a GraphQL document');
  else if (typeof query !== 'string') refuse('/query', 'wrong_type', 'query must be a string');
  else if (query.trim() === '') refuse('/query', 'too_short', 'query must hold a GraphQL document');
  if (!isAbsent(operationName) && typeof operationName !== 'string')
    refuse('/operationName', 'wrong_type', 'operationName must be a string');
  if (!isAbsent(variables) && !isObject(variables)) refuse('/variables', 'wrong_type', 'variables must be an object');
  if (isDeeper(variables, VARIABLE_LEVELS_MAX))
    refuse('/variables', 'too_deep', `variables may nest ${VARIABLE_LEVELS_MAX} levels`);
  if (problems.length || typeof query !== 'string') throw invalid(problems);
  return {
    query,
    ...(typeof operationName === 'string' ? { operationName } : {}),
    ...(isObject(variables) ? { variables } : {}),
  };
}

/** The same request as it stands in a query string. */
export function graphqlQueryString(given: Record<string, unknown>): GraphqlRequest {
  const { variables } = given;
  if (isAbsent(variables) || variables === '') return graphqlRequest({ ...given, variables: undefined });
  if (typeof variables !== 'string') throw wrong('/variables', 'wrong_type', 'variables may be given once');
  return graphqlRequest({ ...given, variables: parsed(variables) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong('/variables', 'malformed_json', 'variables must be a JSON object');
  }
}

const wrong = (pointer: string, code: string, detail: string) => invalid([{ pointer, code, detail }]);
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDeeper(value: unknown, levelsMax: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levelsMax; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
