import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import helmet from 'helmet';
import { FINAL_FOR, matchesEtag, PUBLIC_FOR } from '../../rest-shims/reply.js';
import type { Config } from '../platform/config.js';
import { ANONYMOUS, type Platform, type Principal, type Transport } from '../platform/context.js';
import { Fault, faultOf } from '../platform/fault.js';
import { prepareDocument, runDocument } from '../platform/graphql/prepared.js';
import { addressOf } from '../platform/http/address.rules.js';
import { bodyFault } from '../platform/http/body.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { takesOnly } from '../platform/http/methods.js';
import { isSameOrigin } from '../platform/http/origin.rules.js';
import type { Log } from '../platform/log.js';
import { isLoopback } from '../platform/loopback.rules.js';
import { serveAssets } from './assets.serve.js';
import { chooseEncoding } from './encoding.js';
import type { PageBundle, Place, PublicPage } from './page.bundle.js';
import { openPageStore, type PageStore } from './page.store.js';
import { describeUnbuilt } from './pages.js';

/** Pages are the same for everyone: no credential is looked at. */

/** The public pages as HTML that is complete without a script (docs/decisions/0048), and the files that they load. */
export function pageRoutes<Parts extends object>(transport: Transport<Parts>, bundle: PageBundle): Router {
  const { platform } = transport;
  const router = express.Router();
  const store = openPageStore();
  router.use('/assets', serveAssets(bundle.assets));
  for (const page of bundle.pages)
    router
      .route(page.path)
      .get(
        toWorkspaceUrl(platform.config),
        securityHeaders(platform.config),
        countPage(platform),
        toOnePath(platform.config, bundle, page),
        showPage(transport, bundle, store, page),
      )
      .all(takesOnly('GET', 'HEAD'));
  router.use(showProblem(platform, bundle));
  return router;
}

/** The last of all paths: a browser that follows a wrong link gets a page, whatever else asks gets a problem document. */
export function pageNotFound(platform: Platform, bundle: PageBundle): Router {
  const router = express.Router();
  router.use(forPeople, securityHeaders(platform.config), countPage(platform), noPage);
  router.use(showProblem(platform, bundle));
  return router;
}

const forPeople: RequestHandler = (req, _res, next) => next(isForPeople(req) ? undefined : 'router');
const noPage: RequestHandler = () => {
  throw new Fault('NOT_FOUND', { say: 'There is no such page.' });
};

declare module 'express-serve-static-core' {
  interface Request {
    /** A limit counted it, or a budget refused it: the page that answers it is not counted again. */
    countedAsPage?: boolean;
  }
}

/** Counts a page before anything of it is read, asked for or drawn: its address spends the same whatever becomes of it. */
export const countPage =
  (platform: Platform): RequestHandler =>
  async (req, res, next) => {
    await countOnce(platform, req, res);
    next();
  };

async function countOnce(platform: Platform, req: Request, res: Response): Promise<void> {
  if (req.countedAsPage) return;
  req.countedAsPage = true;
  await identifyCaller(platform, async () => ANONYMOUS, req, res);
  await platform.limits.count('public-read', req, res, addressOf(req));
}

/**
 * Counts whatever was thrown before a page is drawn of it, and answers the fault that the page shows. A form of another site, a method that a
 * path does not take and a path that does not decode are counted too, which are refused before anything else counts them.
 */
export const countRefused = (platform: Platform, req: Request, res: Response, error: unknown): Promise<Fault> =>
  countOnce(platform, req, res).then(
    () => faultOfPage(platform.log, req, error),
    (spent: unknown) => faultOfPage(platform.log, req, spent),
  );

/**
 * The person whose browser sent a form of ours: who writes by it does so while signed in, as by any other transport. The form of another site, and
 * a program that does not say where its form stood, has no session here.
 */
export async function senderOf<Parts extends object>(
  { platform, resolvePrincipal }: Pick<Transport<Parts>, 'platform' | 'resolvePrincipal'>,
  req: Request,
): Promise<Principal> {
  if (!isSameOrigin(req.headers, platform.config.workspaceUrl)) return ANONYMOUS;
  const sender = await resolvePrincipal(req);
  return sender.kind === 'session' ? sender : ANONYMOUS;
}

/** If the pages were not built, this tells a browser how to build them, at whatever address one may stand. */
export const pagesUnbuilt: RequestHandler = (req, res, next) => {
  if (isForPeople(req)) describeUnbuilt(req, res);
  else next();
};

/** True for a browser that opens an address; programs get a problem document. */
const isForPeople = (req: Request): boolean =>
  ['GET', 'HEAD'].includes(req.method) && !/^\/(api|graphql|mcp)\b/.test(req.path) && prefersHtml(req);

const prefersHtml = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/** Public pages belong to WORKSPACE_URL; who opens them at the API's name, or at another name of this machine, is led there. */
export function toWorkspaceUrl({ baseUrl, workspaceUrl }: Config): RequestHandler {
  const [own, api] = [new URL(workspaceUrl), new URL(baseUrl)];
  return (req, res, next) => {
    const requested = URL.canParse(`http://${req.headers.host}`)
      ? new URL(`${api.protocol}//${req.headers.host}`)
      : own;
    const isApi = requested.host === api.host && api.host !== own.host;
    const isOtherLoopback =
      requested.hostname !== own.hostname && isLoopback(requested.hostname) && isLoopback(own.hostname);
    if (!isApi && !isOtherLoopback) return next();
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(302, `${workspaceUrl}${req.originalUrl}`);
  };
}

/** Leads from another address of a content to the one that stands for it; a search engine has one page of it then. */
const toOnePath =
  ({ workspaceUrl }: Config, bundle: PageBundle, page: PublicPage): RequestHandler =>
  (req, res, next) => {
    const params = paramsOf(req);
    const moved = page.movedTo({ path: bundle.pathOf(page, params), params });
    if (moved === null) return next();
    res.setHeader('Cache-Control', PUBLIC_FOR);
    res.redirect(301, workspaceUrl + moved);
  };

/** A page's place and the answer that it shows, asked for as anyone may ask. */
export interface AnsweredPage {
  readonly place: Place;
  readonly answer: unknown;
}

/** Reads what a page shows; its request was counted before. */
export function openPageReader<Parts extends object>(
  { platform, schema, makeContext }: Transport<Parts>,
  bundle: PageBundle,
  page: PublicPage,
): (req: Request, res: Response) => Promise<AnsweredPage> {
  const prepared = prepareDocument(schema, page.document, `the page ${page.path}`);
  return async (req, res) => {
    const params = paramsOf(req);
    const query = bundle.queryOf(page, new URL(req.originalUrl, platform.config.workspaceUrl).searchParams);
    const place = { path: bundle.pathOf(page, params), params, query };
    const ctx = makeContext(ANONYMOUS, req, res, { counted: true });
    const data = await runDocument(ctx, { ...prepared, schema, variables: page.variables(place) }).catch(
      (error: unknown) => {
        throw asOfPage(page, faultOf(error));
      },
    );
    return { place, answer: JSON.parse(JSON.stringify(data)) as unknown };
  };
}

function showPage<Parts extends object>(
  transport: Transport<Parts>,
  bundle: PageBundle,
  store: PageStore,
  page: PublicPage,
): RequestHandler {
  const { config } = transport.platform;
  const site = { workspaceUrl: config.workspaceUrl, apiUrl: config.baseUrl, demoData: config.demoData };
  const read = openPageReader(transport, bundle, page);
  return async (req, res) => {
    const { place, answer } = await read(req, res);
    const encoding = chooseEncoding(req);
    const decidedBy = [page.path, place.path, String(place.query), answer];
    const { body, etag } = await store.read(decidedBy, encoding, () => bundle.render(page, answer, place, site));
    res.setHeader('Vary', 'Accept-Encoding');
    res.setHeader('Cache-Control', page.isFinal ? FINAL_FOR : PUBLIC_FOR);
    res.setHeader('ETag', etag);
    if (matchesEtag(req.headers['if-none-match'], etag)) return void res.status(304).end();
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    sendHtml(req, res, 200, body);
  };
}

/** The parts of the path; a part that the pattern could repeat is not one of ours. */
const paramsOf = ({ params }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** A path with a value that can't name anything leads to no page rather than to a wrong field: no one typed it into a form. */
const asOfPage = ({ path }: PublicPage, fault: Fault): Fault =>
  fault.status === 400 && path.includes(':') ? new Fault('NOT_FOUND', { say: 'There is no such page.' }) : fault;

/** Answers a refusal or an outage as a page that says so. */
export function showProblem(
  platform: Platform,
  bundle: PageBundle,
  methods: readonly string[] = ['GET', 'HEAD'],
): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (!methods.includes(req.method)) return next(error);
    sendProblemPage(req, res, await countRefused(platform, req, res, error), bundle);
  };
}

/** The fault that a page shows for whatever was thrown; a failure of ours goes to the log. */
function faultOfPage(log: Log, req: Request, error: unknown): Fault {
  const fault = readFault(error);
  if (fault.status >= 500)
    log.error({ err: fault.because, requestId: req.requestId, code: fault.code }, 'a page failed');
  return fault;
}

function readFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof URIError) return new Fault('NOT_FOUND', { say: 'There is no such page.' });
  return bodyFault(error) ?? faultOf(error);
}

function sendProblemPage(req: Request, res: Response, fault: Fault, bundle: PageBundle): void {
  const details = fault.errors?.map((problem) => sentenceOf(problem.detail)).join(' ');
  if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
  res.setHeader('Cache-Control', 'private, no-store');
  const body = bundle.renderProblem({
    status: fault.status,
    detail: details || sentenceOf(fault.message),
    requestId: req.requestId,
  });
  sendHtml(req, res, fault.status, Buffer.from(body));
}

/** Details of fields are parts of sentences; on a page they stand alone. */
const sentenceOf = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[^.!?]$/, '$&.');

function sendHtml(req: Request, res: Response, status: number, body: Buffer): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** No nonce: what is cached under a strong ETag must not hold one, and styles are files. */
export const securityHeaders = ({ workspaceUrl }: Config): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: workspaceUrl.startsWith('https:'),
  });
