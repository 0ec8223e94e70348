import { createHash } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { takesOnly } from '../platform/http/methods.js';
import type { ContactView, PageBundle } from './page.bundle.js';
import { countRefused, securityHeaders } from './page.routes.js';

const READ = 'query ($token: String!) { reply: intakeContactLink(token: $token) { organizationName } }';
const VERIFY =
  'mutation ($token: String!) { reply: verifyIntakeContact(token: $token) { next missing { pointer reason } receipt } }';

/**
 * The page that the letter to a submission's contact leads to. Its button confirms the address; opening the page, as mail scanners do,
 * confirms nothing. Where the public pages are not built it is a plain one that loads nothing: an address is confirmed there too.
 */
export function contactRoutes<Parts extends object>(
  { platform, schema, makeContext }: Transport<Parts>,
  bundle: PageBundle | null,
): Router {
  const read = prepareDocument(schema, READ, 'the page of a contact');
  const verify = prepareDocument(schema, VERIFY, 'the page of a contact');
  const run = async (req: Request, res: Response, prepared: typeof read): Promise<unknown> => {
    req.countedAsPage = true; // the operation counts it
    await identifyCaller(platform, async () => ANONYMOUS, req, res);
    const variables = { token: String(req.params.token) };
    return runPrepared(makeContext(ANONYMOUS, req, res), { ...prepared, schema, variables });
  };
  const { workspaceUrl, baseUrl } = platform.config;
  const site = { workspaceUrl, apiUrl: baseUrl };
  const send = (res: Response, status: number, contact: ContactView): void => {
    const text = bundle ? bundle.renderIntake({ view: 'contact', contact }, site) : plainPage(contact);
    res.status(status).type('html').send(text);
  };
  const headers = [withheld, bundle ? securityHeaders(platform.config) : plainHeaders];
  const refuse: ErrorRequestHandler = async (error, req, res, _next) => {
    const fault = await countRefused(platform, req, res, error);
    if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
    send(res, fault.status, { step: 'refused', detail: fault.message });
  };
  const router = express.Router();
  router.use('/submissions/confirm', headers); // before the path is read: the page that refuses a malformed one has them too
  router
    .route('/submissions/confirm/:token')
    .get(async (req: Request, res: Response) => {
      const { organizationName } = (await run(req, res, read)) as { organizationName: string };
      send(res, 200, { step: 'confirm', organization: organizationName });
    })
    .post(async (req: Request, res: Response) => {
      const confirmed = (await run(req, res, verify)) as Omit<ContactView & { step: 'confirmed' }, 'step'>;
      send(res, 200, { step: 'confirmed', ...confirmed });
    })
    .all(takesOnly('GET', 'HEAD', 'POST'));
  router.use('/submissions/confirm', refuse);
  return router;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:64px auto;padding:0 16px}
h1{font-size:24px;line-height:1.25}button{min-height:40px;padding:4px 16px;border:0;border-radius:6px;background:#0e655e;color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}button:focus-visible{outline-color:light-dark(#0e655e,#63cfc3)}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const withheld: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

const plainHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  next();
};

const plainPage = (contact: ContactView): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Confirm your address · DAI</title><style>${STYLE}</style></head><body><main><h1>Confirm your address</h1>${plainBody(contact)}</main></body></html>`;

function plainBody(contact: ContactView): string {
  if (contact.step === 'refused') return `<p>${inHtml(contact.detail)}</p>`;
  if (contact.step === 'confirm')
    return `<p>A submission for ${inHtml(contact.organization)} names your address as its contact.</p><form method="post"><button type="submit">Confirm the address</button></form>`;
  const missing = contact.missing.map(({ reason }) => `<li>${inHtml(reason)}</li>`).join('');
  return `<p>The address is confirmed. ${inHtml(contact.next)}</p>${missing && `<ul>${missing}</ul>`}<p>Receipt: <code>${inHtml(contact.receipt)}</code></p>`;
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
