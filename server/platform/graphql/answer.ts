import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Fault, faultOf, isDatabaseUnavailable, problemOf } from '../fault.js';
import type { Log } from '../log.js';
import { FORM_LIMITS } from './document.measure.js';

interface Current {
  readonly requestId: string;
  readonly log: Log;
  /** The worst refusal that a 200 answer carries, for the limits that count refusals at every transport. */
  refusedStatus: number | null;
  /** The longest wait that a refusal inside asks for, in seconds. */
  retryAfterS: number | null;
}

/** The GraphQL request that is being answered: Apollo formats errors without its context. */
export const currentAnswer = new AsyncLocalStorage<Current>();

/** A long name in a document does not become a long answer. */
const DETAIL_MAX = 300;

/** How graphql-js and the engine say that a text is beyond what is parsed. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;
const STACK_SPENT = 'Maximum call stack size exceeded';

/** Sentences of graphql-js that quote names of the schema or the document, never a value. */
const STRUCTURAL =
  /^(Cannot query field|Unknown argument|Unknown type|Unknown fragment|Unknown directive|Field "\w+" (of type|must not)|Field "\w+" argument|Variable "\$\w+" (is not defined|is never used|of type)|Unknown operation named|Fragment|There can be only one|This anonymous operation|Must provide|Introspection)/;

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
    if (current) note(current, fault);
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

function note(current: Current, { status, retryAfterS }: Fault): void {
  if ([400, 401, 413].includes(status)) current.refusedStatus = status;
  if (retryAfterS !== undefined) current.retryAfterS = Math.max(retryAfterS, current.retryAfterS ?? 0);
}

function asFault(formatted: GraphQLFormattedError, error: unknown, hideSchema: boolean): Fault {
  if (error instanceof Fault) return error;
  const code = formatted.extensions?.code;
  const beforeExecution = typeof code === 'string' && /^(GRAPHQL_|BAD_|PERSISTED_|OPERATION_)/.test(code);
  if (!beforeExecution || isDatabaseUnavailable(error))
    return faultOf(error instanceof GraphQLError ? (error.originalError ?? error) : error);
  if (/^GET requests only support query operations/.test(formatted.message))
    return new Fault('METHOD_NOT_ALLOWED', { say: 'Mutations require POST.' });
  const { code: which, detail } = documentProblem(formatted.message, hideSchema);
  return new Fault('VALIDATION_FAILED', { say: detail, errors: [{ pointer: '/query', code: which, detail }] });
}

function documentProblem(message: string, hideSchema: boolean): { code: string; detail: string } {
  const code = 'invalid_document';
  if (TOO_MANY_TOKENS.test(message))
    return { code: 'too_large', detail: `the document has more than ${FORM_LIMITS.tokensMax} tokens` };
  if (message === STACK_SPENT) return { code: 'too_deep', detail: 'the document nests too deeply to be read' };
  if (message.startsWith('Syntax Error')) return { code, detail: 'the document has a syntax error' };
  if (!STRUCTURAL.test(message)) return { code, detail: 'the document does not fit the schema' };
  const text = hideSchema ? message.replace(/ Did you mean .*$/s, '') : message;
  return { code, detail: text.length > DETAIL_MAX ? `${text.slice(0, DETAIL_MAX)}…` : text };
}
