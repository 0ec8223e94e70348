import { createHash } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { faultOf } from '../platform/fault.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { takesOnly } from '../platform/http/methods.js';

const READ = 'query ($token: String!) { reply: intakeContactLink(token: $token) { organizationName } }';
const VERIFY = 'mutation ($token: String!) { reply: verifyIntakeContact(token: $token) { organizationName } }';

/**
 * The page that the letter to a submission's contact leads to. Its button confirms the address; opening the page, as mail scanners do,
 * confirms nothing. It loads nothing, and works where the public pages are not built.
 */
export function contactRoutes<Parts extends object>({ platform, schema, makeContext }: Transport<Parts>): Router {
  const read = prepareDocument(schema, READ, 'the page of a contact');
  const verify = prepareDocument(schema, VERIFY, 'the page of a contact');
  const run = async (req: Request, res: Response, prepared: typeof read): Promise<string> => {
    await identifyCaller(platform, async () => ANONYMOUS, req, res);
    const ctx = makeContext(ANONYMOUS, req, res);
    const variables = { token: String(req.params.token) };
    const reply = (await runPrepared(ctx, { ...prepared, schema, variables })) as { organizationName: string };
    return reply.organizationName;
  };
  const router = express.Router();
  router
    .route('/submissions/confirm/:token')
    .get(secure, async (req: Request, res: Response) => {
      const organization = await run(req, res, read);
      const sentence = `A submission for ${inHtml(organization)} names your address as its contact.`;
      send(res, 200, `<p>${sentence}</p><form method="post"><button type="submit">Confirm the address</button></form>`);
    })
    .post(secure, async (req: Request, res: Response) => {
      await run(req, res, verify);
      send(res, 200, '<p>The address is confirmed. A reviewer can now look at the submission.</p>');
    })
    .all(takesOnly('GET', 'HEAD', 'POST'));
  router.use('/submissions/confirm', refuse);
  return router;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:64px auto;padding:0 16px}
h1{font-size:24px;line-height:1.25}button{min-height:40px;padding:4px 16px;border:0;border-radius:6px;background:#0e655e;color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}button:focus-visible{outline-color:light-dark(#0e655e,#63cfc3)}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const secure: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  next();
};

const refuse: ErrorRequestHandler = (error, _req, res, _next) => {
  const fault = faultOf(error);
  send(res, fault.status, `<p>${inHtml(fault.message)}</p>`);
};

const send = (res: Response, status: number, body: string): void => {
  res
    .status(status)
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Confirm your address · DAI</title><style>${STYLE}</style></head><body><main><h1>Confirm your address</h1>${body}</main></body></html>`,
    );
};

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
