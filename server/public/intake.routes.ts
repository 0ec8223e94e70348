import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import { intakeContracts } from '../intake/index.js';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { Fault, type FieldProblem, faultOf } from '../platform/fault.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { parseFormBody, readBody } from '../platform/http/body.js';
import { takesOnly } from '../platform/http/methods.js';
import { isForeign } from '../platform/http/origin.rules.js';
import { isRecord } from '../platform/json.rules.js';
import { chooseEncoding } from './encoding.js';
import { readForm } from './form.read.js';
import type { FormSchema, IntakeForm, IntakePage, PageBundle } from './page.bundle.js';
import { countPage, securityHeaders, senderOf, showProblem, toWorkspaceUrl } from './page.routes.js';
import { openPageStore } from './page.store.js';

/** A whole submission has 64 KiB; every character of a form may be sent as three. */
const FORM_BYTES_MAX = 256 * 1024;
const FIELDS_MAX = 2_000;

const STATUS = `receipt kind state next message missing contactVerified contact { name email } organization { name domain } note fields
  checks { ruleId result pointer reason } domainChallenge { url textRecord content } publicUrl submittedAt expiresAt`;
const DOCUMENTS = {
  submit: `mutation ($input: SubmitIntakeInput!, $receipt: String) { reply: submitIntake(input: $input, receipt: $receipt) { receipt } }`,
  preview: `query ($kind: IntakeKind!, $contact: JSON, $organization: JSON, $note: String, $fields: JSON) {
    reply: previewIntake(kind: $kind, contact: $contact, organization: $organization, note: $note, fields: $fields) {
      complete problems { pointer detail } checks { pointer reason } } }`,
  read: `query ($receipt: String!) { reply: intakeSubmission(receipt: $receipt) { ${STATUS} } }`,
  withdraw: 'mutation ($receipt: String!) { reply: withdrawIntake(receipt: $receipt) { state } }',
  letter: 'mutation ($receipt: String!) { reply: sendIntakeContactLetter(receipt: $receipt) { state } }',
  links: 'mutation ($email: String!) { reply: requestIntakeLinks(email: $email) }',
};

/** Acts that make the person who is signed in a party of the submission. */
const OF_A_PARTY: ReadonlySet<keyof typeof DOCUMENTS> = new Set(['submit', 'letter']);

/** Requests that only read or end a submission were counted with their page, under the same policy; the others have limits of their own. */
const COUNTED_AS_PAGE: ReadonlySet<keyof typeof DOCUMENTS> = new Set(['read', 'withdraw']);

interface Submitted {
  readonly kind: string;
  readonly state: string;
  readonly missing: readonly string[];
  readonly contact: unknown;
  readonly organization: unknown;
  readonly note: string | null;
  readonly fields: unknown;
}

/** States in which a submission is changed with its receipt. */
const CHANGEABLE = new Set(['needs_evidence', 'changes_requested']);
/** As much as the field takes. */
const RECEIPT_SHOWN_MAX = 200;
const RECEIPT = /^sub_[\w-]{1,60}\.[\w-]{32}$/;

/**
 * The forms of intake and a submission by its receipt, as plain forms that need no script; with one they are checked while one types. An address with a receipt is a secret, so
 * nothing of it is cached, listed or sent on as a referrer.
 */
export function intakeRoutes<Parts extends object>(transport: Transport<Parts>, bundle: PageBundle): Router {
  const { platform, schema, makeContext } = transport;
  const { config, limits } = platform;
  const prepared = Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, text]) => [name, prepareDocument(schema, text, `the form ${name}`)]),
  ) as Record<keyof typeof DOCUMENTS, ReturnType<typeof prepareDocument>>;
  const run = async (req: Request, res: Response, name: keyof typeof DOCUMENTS, variables: Record<string, unknown>) => {
    const sender = OF_A_PARTY.has(name) ? await senderOf(transport, req) : ANONYMOUS;
    const ctx = makeContext(sender, req, res, { counted: COUNTED_AS_PAGE.has(name) });
    return runPrepared(ctx, { ...prepared[name], schema, variables });
  };
  const site = { workspaceUrl: config.workspaceUrl, apiUrl: config.baseUrl, demoData: config.demoData };
  const show = (res: Response, status: number, page: IntakePage): void => {
    res.status(status).type('html').send(bundle.renderIntake(page, site));
  };
  const store = openPageStore();
  /** An empty form is the same for everyone. */
  const showToAll = async (req: Request, res: Response, page: IntakePage): Promise<void> => {
    const encoding = chooseEncoding(req);
    const { body, etag } = await store.read([req.path], encoding, () => bundle.renderIntake(page, site));
    res.vary('Accept-Encoding');
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    sendPublic(res, 'text/html; charset=utf-8', body, etag);
  };
  const counted = countPage(platform);
  const page = [toWorkspaceUrl(config), securityHeaders(config), withheld, counted];
  const read = readBody(FORM_BYTES_MAX);
  const fields: RequestHandler = async (req, res, next) => {
    const unreadable = await read(req, res, limits);
    if (unreadable) throw unreadable;
    req.body = parseFormBody(req, FIELDS_MAX);
    next();
  };
  const post = [securityHeaders(config), withheld, counted, fromOwnPage(config.workspaceUrl), fields];
  const router = express.Router();

  router
    .route('/submit')
    .get(page, (req: Request, res: Response) => showToAll(req, res, { view: 'kinds' }))
    .all(takesOnly('GET', 'HEAD'));
  router
    .route('/submit/:kind')
    .get(page, (req: Request, res: Response) =>
      showToAll(req, res, { view: 'form', form: formOf(kindOf(req), {}, {}) }),
    )
    .post(post, async (req: Request, res: Response) => {
      const kind = kindOf(req);
      const given = fieldsOf(req);
      const receipt = given.receipt || null;
      const values = valuesOf(kind, given);
      if (given.more !== undefined)
        return show(res, 200, { view: 'form', form: formOf(kind, values, { receipt, more: given.more }) });
      try {
        const taken = (await run(req, res, 'submit', { input: values, receipt })) as { receipt: string };
        res.redirect(303, `/submissions/${taken.receipt}`);
      } catch (error) {
        const fault = faultOf(error);
        if (fault.status >= 500) throw error;
        if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
        const { errors = [] } = fault;
        const refusal = errors.length > 0 ? null : fault.message;
        show(res, fault.status, { view: 'form', form: formOf(kind, values, { errors, receipt, refusal }) });
      }
    })
    .all(takesOnly('GET', 'HEAD', 'POST'));

  router
    .route('/submit/:kind/check')
    .post(post, async (req: Request, res: Response) => {
      const kind = kindOf(req);
      try {
        const checked = (await run(req, res, 'preview', valuesOf(kind, fieldsOf(req)))) as object;
        res.json({ ...checked, refusal: null });
      } catch (error) {
        const { status, errors = [], message, retryAfterS } = faultOf(error);
        if (status >= 500) throw error;
        if (retryAfterS !== undefined) res.setHeader('Retry-After', String(retryAfterS));
        res.status(status).json({ complete: false, problems: errors, checks: [], refusal: message });
      }
    })
    .all(takesOnly('POST'));

  router
    .route('/submissions')
    .get(page, ({ query }: Request, res: Response) =>
      show(res, 200, { view: 'open', refusal: null, receipt: '', linksSent: query.links === 'sent' }),
    )
    .post(post, (req: Request, res: Response) => {
      const text = fieldsOf(req).receipt?.trim() ?? '';
      if (RECEIPT.test(text)) res.redirect(303, `/submissions/${text}`);
      else
        show(res, 400, {
          view: 'open',
          refusal: 'This is not a receipt: one begins with sub_ and has a dot in it.',
          receipt: text.slice(0, RECEIPT_SHOWN_MAX),
        });
    })
    .all(takesOnly('GET', 'HEAD', 'POST'));
  router
    .route('/submissions/links')
    .post(post, async (req: Request, res: Response) => {
      await run(req, res, 'links', { email: fieldsOf(req).email ?? '' });
      res.redirect(303, '/submissions?links=sent');
    })
    .all(takesOnly('POST'));
  router
    .route('/submissions/:receipt')
    .get(page, async (req: Request, res: Response) => {
      const receipt = String(req.params.receipt);
      if (!receipt.includes('.')) return void res.redirect(302, '/submissions');
      const status = (await run(req, res, 'read', { receipt })) as Submitted;
      const { kind, contact, organization, note, fields: submitted, missing } = status;
      const form = CHANGEABLE.has(status.state)
        ? formOf(kind, { contact, organization, note, fields: submitted }, { errors: missing.map(askedFor), receipt })
        : null;
      show(res, 200, {
        view: 'status',
        status: JSON.parse(JSON.stringify(status)),
        form,
        letterSent: req.query.letter === 'sent',
      });
    })
    .all(takesOnly('GET', 'HEAD'));
  for (const act of ['withdraw', 'letter'] as const)
    router
      .route(`/submissions/:receipt/${act}`)
      .post(post, async (req: Request, res: Response) => {
        const receipt = String(req.params.receipt);
        await run(req, res, act, { receipt });
        res.redirect(303, `/submissions/${receipt}${act === 'letter' ? '?letter=sent' : ''}`);
      })
      .all(takesOnly('POST'));
  router.use(showProblem(platform, bundle, ['GET', 'HEAD', 'POST']));
  return router;
}

const withheld: RequestHandler = (req, res, next) => {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  if (req.path.startsWith('/submissions')) res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

/**
 * A form that another site shows must not submit in a visitor's name. Browsers send `Origin: null` from pages that send no referrer, as
 * ours do; Sec-Fetch-Site then says where the form stood. Programs send neither header.
 */
const fromOwnPage =
  (workspaceUrl: string): RequestHandler =>
  ({ headers }, _res, next) => {
    const { 'sec-fetch-site': site } = headers;
    const isOfOwn = headers.origin === 'null' ? site === 'same-origin' : !isForeign(headers, [workspaceUrl]);
    if (!isOfOwn) throw new Fault('CROSS_ORIGIN', { say: 'A form of another site cannot be sent here.' });
    next();
  };

/** The fields of a form, as `parseFormBody` put them there. */
const fieldsOf = ({ body }: Request): ReturnType<typeof parseFormBody> => body;

/** The filled-in values; contact and organization are whole, so that the contract and not GraphQL says what is missing. */
function valuesOf(kind: Kind, given: Readonly<Record<string, unknown>>) {
  const read = readForm(contractOf(kind), given);
  const { contact, organization, note, fields } = isRecord(read) ? read : ({} as Record<string, unknown>);
  return {
    kind,
    contact: { name: '', email: '', ...(isRecord(contact) ? contact : {}) },
    organization: { name: '', domain: '', ...(isRecord(organization) ? organization : {}) },
    ...(typeof note === 'string' ? { note } : {}),
    fields: fields ?? {},
  };
}

const askedFor = (pointer: string): FieldProblem => ({
  pointer,
  code: 'missing',
  detail: 'this is missing, or could not be found',
});

type Kind = keyof typeof intakeContracts;
const isKind = (kind: string): kind is Kind => Object.hasOwn(intakeContracts, kind);

function kindOf(req: Request): Kind {
  const kind = String(req.params.kind);
  if (!isKind(kind)) throw new Fault('NOT_FOUND', { say: 'There is no such page.' });
  return kind;
}

const contractOf = (kind: Kind): FormSchema => intakeContracts[kind] as FormSchema;

const formOf = (
  kind: string,
  values: unknown,
  given: Partial<Pick<IntakeForm, 'errors' | 'receipt' | 'refusal' | 'more'>>,
): IntakeForm => ({
  kind,
  schema: isKind(kind) ? contractOf(kind) : {},
  values,
  errors: [],
  receipt: null,
  refusal: null,
  more: null,
  ...given,
});
