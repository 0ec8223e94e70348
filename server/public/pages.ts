import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import helmet from 'helmet';
import { openApi } from '../../rest-shims/openapi.js';
import { sendPublic } from '../../rest-shims/reply.js';
import { agentRankSchema, supersededContract, supersededSchema } from '../adoption/index.js';
import { intakeContracts } from '../intake/index.js';
import type { Config } from '../platform/config.js';
import type { Platform } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { takesOnly } from '../platform/http/methods.js';
import { isLoopback } from '../platform/loopback.rules.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';
import { isProblemCode, problemCatalog } from '../platform/problem.catalog.js';
import { eventSchema, publishedContract, receiptSchema } from '../tracking/index.js';
import { renderApiReference } from './api-reference.js';
import { serveAssets } from './assets.serve.js';
import { CLIENTS, clientRoutes } from './clients.routes.js';
import { chooseEncoding } from './encoding.js';
import { drawGuide, type Guide, pageOfGuide } from './guides.js';
import { llmsTxt } from './llms.txt.js';
import { openPageStore } from './page.store.js';
import { wellKnownRoutes } from './well-known.js';

const ADMIN = path.join(PACKAGE_ROOT, 'admin', 'dist');
const GRAPHQL_TYPES = ['application/json', 'application/graphql-response+json'];
const NONCE_MARK = '__CSP_NONCE__';
/** The mark at which the API reference inserts its paths. */
const PATHS_MARK = '<div id="paths"></div>';
/** The command that builds the pages in a clone whose packages were installed without those for development. */
const BUILD_COMMAND = 'npm ci --include=dev';

/** Served under their own `$id`. */
const contracts = [
  eventSchema,
  receiptSchema,
  agentRankSchema,
  supersededSchema,
  supersededContract,
  ...Object.values(intakeContracts),
];

/**
 * Serves the files beside the API: the admin and the docs with their assets, contracts, problems and the API description. `admin` is the folder
 * of the built pages; where it is missing, their addresses say how they are built. `clients` is that of the built clients.
 */
export function staticRoutes(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  schema: GraphQLSchema,
  admin = ADMIN,
  clients = CLIENTS,
): Router {
  const router = express.Router();
  const store = openPageStore();
  /** One text for everyone, written and compressed when it is first asked for: a start does not wait for it. */
  const written = async (req: Request, res: Response, type: string, write: () => string): Promise<void> => {
    const encoding = chooseEncoding(req);
    const { body, etag } = await store.read([req.path], encoding, write);
    res.vary('Accept-Encoding');
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    sendPublic(res, type, body, etag);
  };
  const json =
    (describe: () => unknown): RequestHandler =>
    (req, res) =>
      written(req, res, 'application/json; charset=utf-8', () => JSON.stringify(describe()));
  const describeApi = () =>
    openApi(schema, config.baseUrl, { TrackingEvent: eventSchema, UsageReceipt: receiptSchema });
  router.get('/openapi.json', json(describeApi));
  for (const contract of contracts)
    router.get(
      contract.$id,
      json(() => publishedContract(contract, config.baseUrl)),
    );
  router.get('/problems/:code', withoutNonce(config), (req, res) => {
    const code = String(req.params.code);
    if (!isProblemCode(code)) throw new Fault('NOT_FOUND', { say: 'There is no such problem code.' });
    const { status, title, remedy, retryable } = problemCatalog[code];
    res.vary('Accept');
    if (!req.accepts('html') || req.accepts(['json', 'html']) === 'json')
      return sendPublic(
        res,
        'application/json; charset=utf-8',
        JSON.stringify({ code, status, title, remedy, retryable }),
      );
    sendPublic(res, 'text/html; charset=utf-8', problemPage(code, status, title, remedy, retryable));
  });
  const guide = llmsTxt(config.baseUrl);
  router.get('/llms.txt', (_req, res) => sendPublic(res, 'text/markdown; charset=utf-8', guide));
  router.use(wellKnownRoutes(config, clock));
  router.get(['/docs', '/docs/'], page(admin, 'docs/index.html', config));
  router.get('/docs/graphiql', page(admin, 'docs/graphiql.html', config));
  const reference = path.join(admin, 'docs', 'api.html');
  router.get('/docs/api', withoutNonce(config), (req, res, next) => {
    if (!existsSync(admin)) return describeUnbuilt(req, res);
    if (!existsSync(reference)) return next();
    return written(req, res, 'text/html; charset=utf-8', () =>
      readFileSync(reference, 'utf8').replace(PATHS_MARK, () => renderApiReference(describeApi())),
    );
  });
  const guidePage = path.join(admin, 'docs', 'guide.html');
  const inGuidePage =
    (draw: (req: Request) => Guide): RequestHandler =>
    (req, res, next) => {
      if (!existsSync(admin)) return describeUnbuilt(req, res);
      if (!existsSync(guidePage)) return next();
      const guide = draw(req);
      return written(req, res, 'text/html; charset=utf-8', () => pageOfGuide(readFileSync(guidePage, 'utf8'), guide));
    };
  router.get(
    '/docs/guides/:name',
    withoutNonce(config),
    inGuidePage((req) => drawGuide(String(req.params.name), config.baseUrl)),
  );
  router.get('/clients', withoutNonce(config));
  router.use(clientRoutes({ baseUrl: config.baseUrl, folder: clients, page: inGuidePage }));
  router.get(['/admin', '/admin/'], toWorkspaceHost(config), page(admin, 'index.html', config));
  router.use('/admin/assets', serveAssets(path.join(admin, 'assets')));
  router.get('/admin/{*address}', toAddressOfWorkspace);
  router.all(
    [
      '/openapi.json',
      '/llms.txt',
      '/problems/:code',
      '/docs',
      '/docs/guides/:name',
      '/admin',
      ...contracts.map(({ $id }) => $id),
    ],
    takesOnly('GET', 'HEAD'),
  );
  return router;
}

/** A browser that opens /graphql gets GraphiQL, which runs nothing by itself; a client that prefers JSON goes on to be answered. */
export function graphqlPage(config: Config, admin = ADMIN): RequestHandler {
  const show = page(admin, 'docs/graphiql.html', config);
  return (req, res, next) => {
    res.vary('Accept');
    if (req.accepts([...GRAPHQL_TYPES, 'text/html']) === 'text/html') show(req, res, next);
    else next();
  };
}

/** An address of the workspace that was typed without its `#`: the parts that it can have, so that nothing else is redirected. */
const WORKSPACE_PATH = /^\/admin((?:\/[A-Za-z0-9._~-]+)+)\/?$/;

/** Leads to the same page behind the `#`, with its filters. */
function toAddressOfWorkspace(req: Request, res: Response, next: NextFunction): void {
  const [, address] = WORKSPACE_PATH.exec(req.path) ?? [];
  if (address === undefined || req.accepts(['json', 'html']) !== 'html') return next();
  const query = req.originalUrl.indexOf('?');
  res.redirect(302, `/admin/#${address}${query < 0 ? '' : req.originalUrl.slice(query)}`);
}

/** Sessions belong to one origin. On one machine, localhost and 127.0.0.1 are two: a browser at the other one is redirected to the right one. */
function toWorkspaceHost({ workspaceUrl }: Config): RequestHandler {
  const { hostname } = new URL(workspaceUrl);
  return (req, res, next) => {
    const requested = URL.canParse(`http://${req.headers.host}`)
      ? new URL(`http://${req.headers.host}`).hostname
      : hostname;
    if (requested === hostname || !isLoopback(requested) || !isLoopback(hostname)) return next();
    res.redirect(302, `${workspaceUrl}/admin/`);
  };
}

/** A built page with a fresh nonce: scripts from here alone, styles with the nonce alone. */
function page(admin: string, file: string, config: Config): RequestHandler {
  const at = path.join(admin, file);
  return (req, res, next) => {
    if (!existsSync(admin)) return describeUnbuilt(req, res);
    if (!existsSync(at)) return next();
    const nonce = randomBytes(16).toString('base64');
    securityHeaders(nonce, config.workspaceUrl.startsWith('https:'))(req, res, () => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.setHeader('Cache-Control', 'no-cache');
      res.send(readFileSync(at, 'utf8').replaceAll(NONCE_MARK, nonce));
    });
  };
}

/** The policy of a page that is the same for everyone: its styles are files. */
const withoutNonce = ({ workspaceUrl }: Config): RequestHandler =>
  securityHeaders(null, workspaceUrl.startsWith('https:'));

const securityHeaders = (nonce: string | null, https: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...(nonce === null ? [] : [`'nonce-${nonce}'`])],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https,
  });

/** No balancer takes a process out for a page that was left out on purpose: 404, and how to have it. */
export function describeUnbuilt(req: Request, res: Response): void {
  if (req.accepts(['html', 'json']) !== 'html')
    throw new Fault('NOT_FOUND', { say: `This page is not built here. Build it with: ${BUILD_COMMAND}` });
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  res.status(404).type('html').send(unbuiltPage);
}

const unbuiltPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>DAI: not built</title></head>
<body><main><h1>This page is not built here</h1><p>The API runs. The workspace, the public pages and the documentation were left out when the packages were installed
without those for development (<code>--omit=dev</code>, or <code>NODE_ENV=production</code>).</p>
<p>To build them, run this in the folder of DAI and load the page again:</p><pre>${BUILD_COMMAND}</pre>
<p>A released package and the image bring them along.</p></main></body></html>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const problemPage = (code: string, status: number, title: string, remedy: string, retryable: boolean): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${code}</title></head>
<body><main><h1>${code}</h1><p><strong>${escapeHtml(title)}</strong> (HTTP ${status})</p><p>${escapeHtml(remedy)}</p>
<p>${retryable ? 'The same request may succeed later.' : 'The same request will be refused again: change it first.'}</p></main></body></html>`;
