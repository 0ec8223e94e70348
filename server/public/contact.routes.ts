import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { takesOnly } from '../platform/http/methods.js';
import type { ContactView, PageBundle } from './page.bundle.js';
import { countRefused, securityHeaders, senderOf } from './page.routes.js';
import { drawPlainPage, inHtml, plainHeaders, withheld } from './plain-page.js';

const READ = 'query ($token: String!) { reply: intakeContactLink(token: $token) { organizationName } }';
const VERIFY =
  'mutation ($token: String!) { reply: verifyIntakeContact(token: $token) { next missing { pointer reason } receipt } }';

/**
 * The page that the letter to a submission's contact leads to. Its button confirms the address; opening the page, as mail scanners do,
 * confirms nothing. Where the public pages are not built it is a plain one that loads nothing: an address is confirmed there too.
 */
export function contactRoutes<Parts extends object>(transport: Transport<Parts>, bundle: PageBundle | null): Router {
  const { platform, schema, makeContext } = transport;
  const read = prepareDocument(schema, READ, 'the page of a contact');
  const verify = prepareDocument(schema, VERIFY, 'the page of a contact');
  const run = async (req: Request, res: Response, prepared: typeof read): Promise<unknown> => {
    req.countedAsPage = true; // the operation counts it
    await identifyCaller(platform, async () => ANONYMOUS, req, res);
    const variables = { token: String(req.params.token) };
    const sender = prepared === verify ? await senderOf(transport, req) : ANONYMOUS;
    return runPrepared(makeContext(sender, req, res), { ...prepared, schema, variables });
  };
  const { workspaceUrl, baseUrl, demoData } = platform.config;
  const site = { workspaceUrl, apiUrl: baseUrl, demoData };
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

const plainPage = (contact: ContactView): string => drawPlainPage('Confirm your address', plainBody(contact));

function plainBody(contact: ContactView): string {
  if (contact.step === 'refused') return `<p>${inHtml(contact.detail)}</p>`;
  if (contact.step === 'confirm')
    return `<p>A submission for ${inHtml(contact.organization)} names your address as its contact.</p><form method="post"><button type="submit">Confirm the address</button></form>`;
  const missing = contact.missing.map(({ reason }) => `<li>${inHtml(reason)}</li>`).join('');
  return `<p>The address is confirmed. ${inHtml(contact.next)}</p>${missing && `<ul>${missing}</ul>`}<p>Receipt: <code>${inHtml(contact.receipt)}</code></p>`;
}
