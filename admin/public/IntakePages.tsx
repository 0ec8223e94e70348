import { type FieldError, type FormSchema, Members } from './components/SchemaFields.js';
import { SubmittedFields } from './components/SubmittedFields.js';
import type { Head } from './page.js';
import { formatDay } from './texts.js';

/** A form as it is filled in; the contract of its kind is the form. */
export interface IntakeForm {
  readonly kind: string;
  readonly schema: FormSchema;
  readonly values: unknown;
  readonly errors: readonly FieldError[];
  /** The receipt of the submission that the form changes. */
  readonly receipt: string | null;
  /** A refusal of the whole form. */
  readonly refusal: string | null;
  /** The list that more rows are wanted of. */
  readonly more: string | null;
}

/** A submission as the holder of its receipt sees it. */
export interface IntakeView {
  readonly receipt: string;
  readonly kind: string;
  readonly state: string;
  readonly next: string;
  readonly message: string | null;
  readonly missing: readonly string[];
  readonly contactVerified: boolean;
  readonly contact: { readonly name: string; readonly email: string };
  readonly organization: { readonly name: string; readonly domain: string };
  readonly note: string | null;
  readonly fields: unknown;
  readonly checks: readonly {
    readonly ruleId: string;
    readonly result: string;
    readonly pointer: string;
    readonly reason: string;
  }[];
  readonly domainChallenge: { readonly url: string; readonly textRecord: string; readonly content: string } | null;
  readonly publicUrl: string | null;
  readonly submittedAt: string;
  readonly expiresAt: string | null;
}

export type IntakePage =
  | { readonly view: 'form'; readonly form: IntakeForm }
  | {
      readonly view: 'status';
      readonly status: IntakeView;
      readonly form: IntakeForm | null;
      /** The letter to the contact was sent again just now. */
      readonly letterSent: boolean;
    }
  | { readonly view: 'kinds' }
  | {
      readonly view: 'open';
      readonly refusal: string | null;
      readonly receipt: string;
      /** Whether links to the submissions of an address were asked for just now. */
      readonly linksSent?: boolean;
    }
  | { readonly view: 'contact'; readonly contact: ContactView };

/** The page of a contact's letter: what its button confirms, what that did, or why it can't. */
export type ContactView =
  | { readonly step: 'confirm'; readonly organization: string }
  | {
      readonly step: 'confirmed';
      readonly next: string;
      readonly missing: readonly { readonly pointer: string; readonly reason: string }[];
      readonly receipt: string;
    }
  | { readonly step: 'refused'; readonly detail: string };

const KINDS: Readonly<Record<string, { readonly label: string; readonly purpose: string }>> = {
  partner_workspace: {
    label: 'Partner workspace',
    purpose: 'Set up a workspace for a product, with its page in the directory.',
  },
  tracked_links: {
    label: 'Tracked links and offers',
    purpose: 'List a tool with links that are counted, and what it offers.',
  },
  hackathon_passport: {
    label: 'Hackathon passport',
    purpose: 'Publish the page of a hackathon with its sponsors and their tools.',
  },
  usage_tracking: {
    label: 'Usage tracking',
    purpose: 'Plan which events a product sends, and get what it takes to send them.',
  },
};
const labelOf = (kind: string): string => KINDS[kind]?.label ?? kind;

export function intakeTitle(page: IntakePage): string {
  if (page.view === 'form') return `Submit: ${labelOf(page.form.kind)}`;
  if (page.view === 'status') return `Submission: ${labelOf(page.status.kind)}`;
  if (page.view === 'contact')
    return page.contact.step === 'confirmed' ? 'The address is confirmed' : 'Confirm your address';
  return page.view === 'kinds' ? 'Submit' : 'Find a submission';
}

/** The head for previews and search engines of a page that is the same for everyone; null for a page of one visitor. */
export function intakeHead(page: IntakePage): Head | null {
  if (page.view === 'kinds')
    return {
      title: 'Submit · DAI',
      description: `${PROMISE} A workspace, tracked links and offers, a hackathon, or a plan of events.`,
      canonical: '/submit',
    };
  if (page.view !== 'form') return null;
  const { kind } = page.form;
  return {
    title: `${intakeTitle(page)} · DAI`,
    description: `${KINDS[kind]?.purpose ?? ''} ${PROMISE}`,
    canonical: `/submit/${kind}`,
  };
}

const PROMISE = 'No account is needed: the answer is a receipt, and a person reviews every submission.';

/** The name of a form's draft in the browser until it is sent; no secret of a receipt is part of it. */
const draftName = (kind: string, receipt: string | null): string => receipt?.split('.')[0] ?? kind;

/** `sent` is a form as it came back: what stands in it is newer than a draft of the browser. */
function Form({ form, sent = false }: { form: IntakeForm; sent?: boolean }) {
  const { kind, schema, values, errors, receipt, refusal, more } = form;
  const { kind: _kind, ...members } = schema.properties ?? {};
  const isRefused = sent && (refusal !== null || errors.length > 0);
  return (
    <form
      className="intake"
      method="post"
      action={`/submit/${kind}`}
      data-form={draftName(kind, receipt)}
      data-kind={kind}
      data-refused={isRefused || (sent && more !== null) ? '' : undefined}
    >
      <button type="submit" className="first" tabIndex={-1} aria-hidden="true" />
      {receipt && <input type="hidden" name="receipt" value={receipt} />}
      {isRefused && (
        <p className="wrong" role="alert">
          {refusal ??
            `${errors.length} ${errors.length === 1 ? 'field needs' : 'fields need'} correction. Nothing was stored.`}
        </p>
      )}
      <p className="note" data-form-note role="status" hidden />
      <Members
        schema={{ ...schema, properties: members }}
        pointer=""
        value={values}
        errors={errors}
        required
        more={more}
      />
      <p className="muted small" data-form-state role="status" />
      <p className="act">
        <button className="button" type="submit">
          {receipt ? 'Submit again' : 'Submit'}
        </button>
      </p>
    </form>
  );
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  needs_evidence: 'Needs evidence',
  draft_prepared: 'Ready for review',
  in_review: 'In review',
  changes_requested: 'Changes requested',
};
const stateLabel = (state: string): string =>
  STATE_LABELS[state] ?? `${state.charAt(0).toUpperCase()}${state.slice(1)}`;

const OPEN = ['received', 'needs_evidence', 'triaged', 'draft_prepared', 'in_review', 'changes_requested', 'approved'];

/** Results that need a look come first. */
const NEED = ['fail', 'unknown', 'pass'];
const byNeed = (one: { readonly result: string }, other: { readonly result: string }): number =>
  NEED.indexOf(one.result) - NEED.indexOf(other.result);

function Status({ status, form, letterSent }: Omit<IntakePage & { view: 'status' }, 'view'>) {
  const at = `/submissions/${status.receipt}`;
  return (
    <>
      <p className="summary" data-received={`${status.kind} ${draftName(status.kind, status.receipt)}`}>
        <strong>{stateLabel(status.state)}.</strong> {status.next}
      </p>
      <p className="muted small">
        Submitted on {formatDay(status.submittedAt)}
        {status.expiresAt && ` · ends by itself on ${formatDay(status.expiresAt)}`}
      </p>
      {status.message && (
        <section aria-labelledby="message">
          <h2 id="message">What the reviewer writes</h2>
          <p className="written" dir="auto">
            {status.message}
          </p>
        </section>
      )}
      {status.publicUrl && (
        <p>
          <a href={status.publicUrl}>Open what was published</a>
        </p>
      )}
      <section aria-labelledby="receipt">
        <h2 id="receipt">Receipt</h2>
        <p className="code">
          <code>{status.receipt}</code>
          <button type="button" className="quiet" data-copy={status.receipt} aria-label="Copy receipt" hidden>
            <span aria-live="polite">Copy</span>
          </button>
        </p>
        <p className="muted small">
          Keep it: with it the submission is found, changed and withdrawn. No letter repeats it.
        </p>
      </section>
      {!status.contactVerified && OPEN.includes(status.state) && (
        <section aria-labelledby="confirm">
          <h2 id="confirm">Confirm the address</h2>
          <p>A letter with a link went to the contact. No review begins before the address is confirmed.</p>
          <form method="post" action={`${at}/letter`}>
            <button className="quiet" type="submit" data-focus={letterSent || undefined}>
              Send the letter again
            </button>
            {letterSent && (
              <span role="status" className="sent">
                It is sent again.
              </span>
            )}
          </form>
        </section>
      )}
      {status.domainChallenge && (
        <section aria-labelledby="domain">
          <h2 id="domain">Show that the domain is yours</h2>
          <p>
            Serve <code>{status.domainChallenge.content}</code> as text at <code>{status.domainChallenge.url}</code>, or
            as a TXT record of <code>{status.domainChallenge.textRecord}</code>. It can also be done in the workspace
            later.
          </p>
        </section>
      )}
      {status.checks.length > 0 && (
        <section aria-labelledby="checks">
          <h2 id="checks">Checks</h2>
          <ul className="plain">
            {status.checks.toSorted(byNeed).map(({ ruleId, result, pointer, reason }) => (
              <li key={`${ruleId} ${pointer}`}>
                <strong>{result === 'pass' ? 'Passed' : result === 'fail' ? 'Not passed' : 'Not known'}:</strong>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {form ? (
        <section aria-labelledby="again">
          <h2 id="again">Change and submit again</h2>
          <Form form={form} />
        </section>
      ) : (
        <section aria-labelledby="submitted">
          <h2 id="submitted">What was submitted</h2>
          <SubmittedFields
            value={{
              contact: status.contact,
              organization: status.organization,
              note: status.note,
              ...(status.fields as object),
            }}
          />
        </section>
      )}
      {OPEN.includes(status.state) && (
        <section aria-labelledby="withdraw">
          <h2 id="withdraw">Withdraw</h2>
          <p className="muted">A withdrawn submission ends. You can submit another at any time.</p>
          <form method="post" action={`${at}/withdraw`}>
            <button className="quiet" type="submit">
              Withdraw the submission
            </button>
          </form>
        </section>
      )}
    </>
  );
}

function Kinds() {
  return (
    <>
      <p className="summary">
        No account is needed. What is submitted is checked, and a person reviews it before anything is created or
        published.
      </p>
      <ul className="plain kinds">
        {Object.entries(KINDS).map(([kind, { label, purpose }]) => (
          <li key={kind}>
            <a href={`/submit/${kind}`}>{label}</a>
            <p className="muted">{purpose}</p>
          </li>
        ))}
      </ul>
      <p>
        <a href="/submissions">Find a submission by its receipt</a>
      </p>
    </>
  );
}

/** The page of a contact's letter: opening it confirms nothing, its button does. */
function Contact({ contact }: { contact: ContactView }) {
  if (contact.step === 'refused')
    return (
      <>
        <p className="summary">{contact.detail}</p>
        <p>
          <a href="/submissions">Find a submission</a>
        </p>
      </>
    );
  if (contact.step === 'confirm')
    return (
      <>
        <p className="summary">
          A submission for <bdi>{contact.organization}</bdi> names your address as its contact.
        </p>
        <form method="post">
          <button className="button" type="submit">
            Confirm the address
          </button>
        </form>
        <p className="muted">If that is not right, close this page: nothing happens then.</p>
      </>
    );
  return (
    <>
      <p className="summary">{contact.next}</p>
      {contact.missing.length > 0 && (
        <section aria-labelledby="missing">
          <h2 id="missing">What is missing</h2>
          <ul className="plain">
            {contact.missing.map(({ pointer, reason }) => (
              <li key={pointer}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      <p className="act">
        <a className="button" href={`/submissions/${contact.receipt}`}>
          {contact.missing.length > 0 ? 'Add what is missing' : 'Open the submission'}
        </a>
      </p>
    </>
  );
}

/** For who lost the receipt: the answer is the same for every address. */
function Links({ sent }: { sent: boolean }) {
  return (
    <section aria-labelledby="lost">
      <h2 id="lost">You lost the receipt?</h2>
      <form method="post" action="/submissions/links">
        <div className="field">
          <label htmlFor="email">E-mail of the contact</label>
          <input
            id="email"
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
            aria-describedby="email-hint"
          />
          <p className="muted small" id="email-hint">
            Links to your submissions are sent to it, if there are any.
          </p>
        </div>
        <p>
          <button className="quiet" type="submit" data-focus={sent || undefined}>
            Send links
          </button>
          {sent && (
            <span role="status" className="sent">
              If this address is the contact of a submission, a letter with links is on its way.
            </span>
          )}
        </p>
      </form>
    </section>
  );
}

/** The pages of intake: what can be submitted, its forms, and a submission by its receipt. */
export function IntakePages({ page }: { page: IntakePage }) {
  return (
    <>
      <h1>{intakeTitle(page)}</h1>
      {page.view === 'form' && (
        <>
          <p className="summary">
            {KINDS[page.form.kind]?.purpose} {PROMISE}{' '}
            <a href={`/contracts/intake-${page.form.kind}-v1.json`}>This form as JSON Schema</a>
          </p>
          <Form form={page.form} sent />
        </>
      )}
      {page.view === 'status' && <Status {...page} />}
      {page.view === 'kinds' && <Kinds />}
      {page.view === 'contact' && <Contact contact={page.contact} />}
      {page.view === 'open' && (
        <>
          <form method="post" action="/submissions">
            <div className="field">
              <label htmlFor="receipt">Receipt</label>
              <input
                id="receipt"
                name="receipt"
                required
                autoComplete="off"
                maxLength={200}
                defaultValue={page.receipt}
                data-focus={page.refusal !== null || undefined}
                aria-invalid={page.refusal !== null || undefined}
                aria-describedby="receipt-hint receipt-error"
              />
              <p className="muted small" id="receipt-hint">
                It begins with sub_ and stood on the page after the submission.
              </p>
              {page.refusal && (
                <p className="wrong" id="receipt-error" role="alert">
                  {page.refusal}
                </p>
              )}
            </div>
            <p>
              <button className="button" type="submit">
                Open
              </button>
            </p>
          </form>
          <Links sent={page.linksSent ?? false} />
        </>
      )}
    </>
  );
}
