import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { PrincipalKind, RequestContext } from '../context.js';
import { ANY_KIND } from '../context.js';
import { Fault, faultOf, invalid } from '../fault.js';
import { callerOf } from '../limits/limits.js';
import { admit, type Declaration, operations } from '../operation.js';
import { refuseMalformed, rootFields } from './admission.js';
import { currentAnswer } from './answer.js';
import { checkDocument } from './document.check.js';
import { type Weighed, weightProblems } from './document.weigh.js';

type Format = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

const INTROSPECTION = new Set(['__schema', '__type']);

/** The types of an answer that is one result (GraphQL over HTTP). */
const ANSWER_TYPES = ['application/json', 'application/graphql-response+json'];

/**
 * Admits documents one step after the other: form, validity, weight, introspection, the shape of the variables. No step walks what the one
 * before has not let pass, and each request is counted: by its operations, as introspection, or as one that asks for neither.
 */
export function admitDocuments(production: boolean, format: Format): ApolloServerPlugin<RequestContext> {
  const introspection: Declaration = {
    name: '__schema',
    who: production ? ANY_KIND.filter((kind: PrincipalKind) => kind !== 'anonymous') : ANY_KIND,
    limit: 'public-read',
  };
  return {
    async requestDidStart() {
      let formatted: GraphQLFormattedError[] = [];
      let isCounted = false;
      return {
        async didResolveOperation({ document, operation, request, schema, contextValue: ctx }) {
          try {
            formatted = checkDocument(schema, document).map((error) =>
              format({ ...error.toJSON(), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, error),
            );
            if (formatted.length || !operation) return;
            const call = { schema, document, operation, variables: request.variables ?? {} };
            refuseUnserved(call);
            isCounted = true;
            await countRest(ctx, call, introspection);
            await refuseMalformed(ctx, call);
          } catch (error) {
            if (error instanceof Fault) Object.assign(error.extensions, { http: { status: error.status } });
            throw error;
          }
        },
        async responseForOperation() {
          if (formatted.length === 0) return null;
          return {
            http: { status: 400, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: { errors: formatted } },
          };
        },
        async willSendResponse({ response, contextValue: ctx }) {
          const { req } = ctx;
          const current = currentAnswer.getStore();
          req.refusedInside = current?.refusedStatus ?? null;
          const spent = isCounted || ctx.principal.kind === 'anonymous' ? null : await countRefused(ctx);
          if (spent) {
            response.body = { kind: 'single', singleResult: { errors: [format({ message: spent.message }, spent)] } };
            response.http.status = spent.status;
          }
          if (response.http.status === 400 && readsPlainJson(req)) response.http.status = 200;
          // The engine would run a document and then refuse to answer it: a client that names another type alone is answered in JSON.
          if (!req.accepts(ANSWER_TYPES)) response.http.headers.set('content-type', 'application/json; charset=utf-8');
          response.http.headers.set('cache-control', 'private, no-store');
          if (current?.retryAfterS) response.http.headers.set('retry-after', String(current.retryAfterS));
          if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer');
        },
      };
    },
  };
}

function refuseUnserved(call: Weighed): void {
  if (call.operation.operation === 'subscription')
    throw invalid([{ pointer: '/query', code: 'not_offered', detail: 'there are no subscriptions here' }]);
  const problems = weightProblems(call);
  if (problems.length) throw invalid(problems);
}

/** Counts what no operation counts: each question about the schema, and a document that asks for no operation at all. */
async function countRest(
  ctx: RequestContext,
  { operation, document }: Weighed,
  introspection: Declaration,
): Promise<void> {
  const names = rootFields(operation.selectionSet, document).map(({ name }) => name.value);
  const requested = names.filter((name) => INTROSPECTION.has(name));
  for (const _one of requested) await admit(ctx, introspection);
  if (requested.length === 0 && !names.some((name) => operations.has(name)))
    await admit(ctx, { ...introspection, who: ANY_KIND, writes: operation.operation === 'mutation' });
}

/** Refused documents of strangers are counted by address (`rejected`); those of callers with a credential as work of theirs. */
const countRefused = (ctx: RequestContext): Promise<Fault | null> =>
  ctx.platform.limits.count('workflow', ctx.req, ctx.res, callerOf(ctx)).then(() => null, faultOf);

/** GraphQL over HTTP: to `application/json` a refused document is an answer like others; its errors say what it is. */
const readsPlainJson = ({ headers: { accept = '' } }: RequestContext['req']): boolean =>
  /application\/json/i.test(accept) && !/application\/graphql-response\+json/i.test(accept);
