import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Fault, faultOf, isDatabaseAway, problemOf } from '../fault.js';
import type { Log } from '../log.js';

interface Current {
  readonly requestId: string;
  readonly log: Log;
  /** The worst refusal that a 200 answer carries, for the limits that count refusals at every door. */
  refusedStatus: number | null;
}

/** The GraphQL request that is being answered: Apollo formats errors without its context. */
export const currentAnswer = new AsyncLocalStorage<Current>();

/** Sentences of graphql-js that quote names of the schema or the document, never a value. */
const STRUCTURAL =
  /^(Cannot query field|Unknown argument|Unknown type|Unknown fragment|Unknown directive|Field "\w+" (of type|must not)|Field "\w+" argument|Syntax Error|Variable "\$\w+" (is not defined|is never used|of type)|Unknown operation named|Fragment|There can be only one|This anonymous operation|Must provide|POST body missing|GET query missing|Introspection)/;

/** Writes every error of a GraphQL answer as the problem members of decisions §2; never a stack, a value or a cause. */
export function formatError(
  baseUrl: string,
  hideSchema: boolean,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, thrown) => {
    const current = currentAnswer.getStore();
    const requestId = current?.requestId ?? '';
    const error = unwrapResolverError(thrown);
    const fault = asFault(formatted, error, hideSchema);
    if (current && [400, 401, 413].includes(fault.status)) current.refusedStatus = fault.status;
    if (fault.status >= 500)
      current?.log.error({ err: fault.because, requestId, code: fault.code }, 'a GraphQL field failed');
    const { locations, path } = formatted;
    return {
      message: fault.message,
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
      extensions: problemOf(fault, baseUrl, requestId),
    };
  };
}

function asFault(formatted: GraphQLFormattedError, error: unknown, hideSchema: boolean): Fault {
  if (error instanceof Fault) return error;
  const code = formatted.extensions?.code;
  const beforeExecution = typeof code === 'string' && /^(GRAPHQL_|BAD_|PERSISTED_|OPERATION_)/.test(code);
  if (!beforeExecution || isDatabaseAway(error))
    return faultOf(error instanceof GraphQLError ? (error.originalError ?? error) : error);
  const structural = STRUCTURAL.test(formatted.message);
  const said = structural
    ? formatted.message.replace(hideSchema ? / Did you mean .*$/s : /(?!)/, '')
    : 'the document does not fit the schema';
  const csrf = formatted.message.includes('potential Cross-Site Request Forgery');
  const detail = csrf
    ? 'send Content-Type: application/json, or the header Apollo-Require-Preflight with any value'
    : said;
  return new Fault('VALIDATION_FAILED', {
    say: detail,
    errors: [{ pointer: '/query', code: csrf ? 'simple_request' : 'invalid_document', detail }],
  });
}
