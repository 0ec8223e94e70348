import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { BODY_LIMITS, bytesOf, parseJsonBody, readBody } from '../body.js';
import { type Platform, type Principal, type RequestContext, requestContext } from '../context.js';
import { Fault, invalid } from '../fault.js';
import { refuseMalformed, rootFields } from './admission.js';
import { currentAnswer, formatError } from './answer.js';
import { documentProblems } from './document.limits.js';
import { openDocumentStore } from './document.store.js';
import { graphqlQueryString, graphqlRequest } from './request.shape.js';

/** Checks a document before it runs: introspection, depth, aliases, cost, then the shape of its variables. */
function admission(production: boolean): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request, schema, contextValue: ctx }) {
          if (!operation) return;
          const variables: Record<string, unknown> = request.variables ?? {};
          try {
            if (operation.operation === 'subscription')
              throw invalid([{ pointer: '/query', code: 'not_offered', detail: 'there are no subscriptions here' }]);
            const roots = rootFields(operation.selectionSet, document);
            if (
              production &&
              ctx.principal.kind === 'anonymous' &&
              roots.some(({ name }) => name.value === '__schema' || name.value === '__type')
            )
              throw new Fault('UNAUTHENTICATED', {
                say: 'Introspection needs a credential here.',
                errors: [{ pointer: '', code: 'missing', detail: 'no credential was sent' }],
              });
            const problems = documentProblems(document, operation, variables);
            if (problems.length) throw invalid(problems);
            await refuseMalformed(ctx, { schema, document, operation, variables });
          } catch (error) {
            if (error instanceof Fault) Object.assign(error.extensions, { http: { status: error.status } });
            throw error;
          }
        },
        async willSendResponse({ response, contextValue }) {
          response.http.headers.set('cache-control', 'private, no-store');
          const { req } = contextValue;
          const current = currentAnswer.getStore();
          req.refusedInside = current?.refusedStatus ?? null;
          if (current?.retryAfterS) response.http.headers.set('retry-after', String(current.retryAfterS));
          if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer');
        },
      };
    },
  };
}

export interface GraphqlDoor {
  readonly handle: RequestHandler[];
  close(): Promise<void>;
}

/** The door /graphql: Apollo without landing page, batching or stack traces, in front of the one schema. */
export async function openGraphqlDoor(schema: GraphQLSchema, platform: Platform): Promise<GraphqlDoor> {
  const { config, log } = platform;
  const apollo = new ApolloServer<RequestContext>({
    schema,
    documentStore: openDocumentStore(),
    introspection: true, // the plugin closes it to strangers in production
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: config.production,
    stopOnTerminationSignals: false,
    formatError: formatError(config.baseUrl, config.production),
    plugins: [ApolloServerPluginLandingPageDisabled(), admission(config.production)],
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
  await apollo.start();
  const read = readBody(BODY_LIMITS.batch);
  const callers = new WeakMap<Request, Promise<Principal>>();
  /** Before anything else, since what answers tell a live token, those to unreadable requests tell, too. */
  const identify: RequestHandler = async (req, _res, next) => {
    const caller = platform.services.principals.resolve(req);
    callers.set(req, caller);
    await caller.catch(() => undefined); // an outage is answered in GraphQL's form, where the caller is needed
    next();
  };
  const parseBody: RequestHandler = async (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node sends no body for it all the same
    if (req.method === 'GET') req.body = graphqlQueryString(req.query);
    else {
      const unreadable = await bytesOf(read, req, res);
      if (unreadable) throw unreadable;
      req.body = graphqlRequest(parseJsonBody(req));
    }
    next();
  };
  const serve = expressMiddleware(apollo, {
    context: async ({ req, res }) =>
      requestContext(
        platform,
        await (callers.get(req) ?? platform.services.principals.resolve(req)),
        req.requestId,
        req,
        res,
      ),
  });
  const inScope: RequestHandler = (req, res, next) =>
    currentAnswer.run({ requestId: req.requestId, log, refusedStatus: null, retryAfterS: null }, () =>
      serve(req, res, next),
    );
  return { handle: [identify, parseBody, inScope], close: () => apollo.stop() };
}
