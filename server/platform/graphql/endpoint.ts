import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import type { Principal, RequestContext, Transport } from '../context.js';
import { faultOf } from '../fault.js';
import { BODY_LIMITS, readBody, readJsonBody } from '../http/body.js';
import { identifyCaller } from '../http/caller.identify.js';
import type { ParsedJson } from '../repeated-members.rules.js';
import { currentAnswer, formatError } from './answer.js';
import { admitDocuments } from './document.admit.js';
import { FORM_LIMITS } from './document.measure.js';
import { openDocumentStore } from './document.store.js';
import { refuseForeign } from './origin.refuse.js';
import {
  bodyOfQueryString,
  type GraphqlRequest,
  graphqlRequest,
  repeatedVariables,
  searchOf,
} from './request.shape.js';

export interface GraphqlEndpoint {
  readonly handle: RequestHandler[];
  close(): Promise<void>;
}

/** The endpoint /graphql: Apollo without landing page, batching or stack traces, in front of the one schema. */
export async function openGraphqlEndpoint({
  platform,
  schema,
  resolvePrincipal,
  makeContext,
}: Transport): Promise<GraphqlEndpoint> {
  const { config, log } = platform;
  const format = formatError(config.baseUrl, config.production);
  const apollo = new ApolloServer<RequestContext>({
    schema,
    documentStore: openDocumentStore(),
    parseOptions: { maxTokens: FORM_LIMITS.tokensMax },
    dangerouslyDisableValidation: true, // it is done where documents are admitted, after they were measured
    introspection: true, // closed to strangers in production where documents are admitted
    csrfPrevention: false, // no POST without a JSON body, and `refuseForeign`
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: config.production,
    stopOnTerminationSignals: false,
    formatError: format,
    plugins: [ApolloServerPluginLandingPageDisabled(), admitDocuments(config.production, format)],
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
  const identify: RequestHandler = async (req, res, next) => {
    const caller = identifyCaller(platform, resolvePrincipal, req, res);
    callers.set(req, caller);
    const failed = await caller.then(() => null, faultOf);
    next(failed?.code === 'RATE_LIMITED' ? failed : undefined); // an outage is answered in GraphQL's form, where the caller is needed
  };
  const parseBody: RequestHandler = async (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node sends no body for it all the same
    refuseForeign(req, req.principal, config);
    if (req.method === 'GET') {
      const request = takeRequest(req, bodyOfQueryString(req.query));
      req.url = `${req.path}?${searchOf(request)}`; // the engine reads the address by itself
    } else {
      const unreadable = await read(req, res, platform.limits);
      if (unreadable) throw unreadable;
      takeRequest(req, readJsonBody(req));
    }
    next();
  };
  const serve = expressMiddleware(apollo, {
    context: async ({ req, res }) =>
      makeContext(await (callers.get(req) ?? identifyCaller(platform, resolvePrincipal, req, res)), req, res),
  });
  const inScope: RequestHandler = (req, res, next) =>
    currentAnswer.run({ requestId: req.requestId, log, refusedStatus: null, retryAfterS: null }, () =>
      serve(req, res, next),
    );
  return { handle: [identify, parseBody, inScope], close: () => apollo.stop() };
}

function takeRequest(req: Request, { value, repeated }: ParsedJson): GraphqlRequest {
  if (repeated.length) req.repeatedVariables = repeatedVariables(repeated);
  const request = graphqlRequest(value);
  req.body = request;
  return request;
}
