import { randomBytes } from 'node:crypto';
import { intakeJobs } from '../../server/intake/index.js';
import type { TestApp } from './app.js';
import { askGraphql, type GraphqlReply } from './ask.js';
import { query } from './database.js';
import { runDueJobs } from './jobs.js';
import { linkSentTo } from './people.js';

export type Input = Record<string, unknown> & {
  contact: { name: string; email: string };
  organization: { name: string; domain: string };
};

/** Letters that no other is read as. A digit may stand for any letter, so that two names with some are now and then a name and its look-alike. */
const LETTERS = 'bdfghjkmqsz';
const unique = (): string => Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** A valid submission of a kind, of an organization of its own; `given` replaces members of `fields`. */
export function submissionOf(kind: string, given: Record<string, unknown> = {}, name = `vendor${unique()}`): Input {
  const domain = `${name}.example`;
  const tool = {
    name: `Tool ${name}`,
    website: `https://${domain}/`,
    docsUrl: `https://${domain}/docs`,
    summary: 'A tool of a test.',
    categories: ['api-tools'],
  };
  const fields: Record<string, Record<string, unknown>> = {
    partner_workspace: {
      product: { id: `${name}-api`, name: `${name} API`, type: 'api' },
      tool,
      role: 'developer relations',
      evidence: [{ kind: 'docs', url: `https://${domain}/docs` }],
    },
    tracked_links: {
      tool,
      links: [
        { kind: 'signup', url: `https://${domain}/signup`, title: 'Sign up' },
        { kind: 'perk', url: `https://${domain}/startups`, title: `Perk ${name}` },
      ],
      offer: {
        title: `Credits ${name}`,
        valueText: '500 USD',
        amountCents: 50_000,
        currency: 'USD',
        requirements: ['A young company.'],
        termsUrl: `https://${domain}/terms`,
        endsAt: '2099-12-31',
      },
    },
    hackathon_passport: {
      event: {
        name: `Hackathon ${name}`,
        website: `https://${domain}/hack`,
        startsAt: '2099-05-03T09:00:00+02:00',
        endsAt: '2099-05-04T18:00:00+02:00',
        timezone: 'Europe/Berlin',
        location: null,
      },
      sponsors: [{ name: 'Stripe', domain: 'stripe.com', toolSlugs: ['stripe'] }],
      rulesUrl: `https://${domain}/rules`,
      submissionsDueAt: '2099-05-04T15:00:00+02:00',
    },
    usage_tracking: {
      productId: `${name}-api`,
      events: [{ name: 'FIRST_API_CALL', when: 'An account calls for the first time.' }],
      via: 'server',
    },
  };
  return {
    kind,
    contact: { name: 'Ada Tester', email: `ada@${domain}` },
    organization: { name: `Vendor ${name}`, domain },
    fields: { ...fields[kind], ...given },
  };
}

export interface Status {
  receipt: string;
  id: string;
  state: string;
  revision: number;
  checks: { ruleId: string; result: string; pointer: string }[];
  missing: string[];
  next: string;
  message: string | null;
  contactVerified: boolean;
  fields: Record<string, unknown>;
  publicUrl: string | null;
}
const STATUS =
  '{ receipt id state revision checks { ruleId result pointer } missing next message contactVerified fields publicUrl }';

export const submit = (
  app: TestApp,
  input: unknown,
  receipt: string | null = null,
  caller: { cookie?: string; token?: string } = {},
): Promise<GraphqlReply<{ submitIntake: Status | null }>> =>
  askGraphql(
    app,
    `mutation ($input: SubmitIntakeInput!, $receipt: String) { submitIntake(input: $input, receipt: $receipt) ${STATUS} }`,
    { input, receipt },
    caller,
  );

export const follow = (app: TestApp, receipt: string): Promise<GraphqlReply<{ intakeSubmission: Status }>> =>
  askGraphql(app, `query ($receipt: String!) { intakeSubmission(receipt: $receipt) ${STATUS} }`, { receipt });

export const withdraw = (app: TestApp, receipt: string): Promise<GraphqlReply<{ withdrawIntake: Status | null }>> =>
  askGraphql(app, `mutation ($receipt: String!) { withdrawIntake(receipt: $receipt) ${STATUS} }`, { receipt });

/** Runs what a worker would do for intake now. */
export const runIntake = (app: TestApp): Promise<void> => runDueJobs(app, intakeJobs);

export const confirmContact = async (app: TestApp, email: string): Promise<GraphqlReply<unknown>> => {
  const link = await linkSentTo(app, email);
  const token = link.slice(link.lastIndexOf('/') + 1);
  return askGraphql(app, 'mutation ($token: String!) { verifyIntakeContact(token: $token) { verified } }', { token });
};

export interface Item {
  id: string;
  title: string;
  kind: string;
  state: string;
  revision: number;
  priority: string;
  score: number;
  route: string;
  missing: string[];
  risks: string[];
  checks: { ruleId: string; result: string; pointer: string; evidence: string | null; reason: string }[];
  draft: {
    id: string;
    inputsDigest: string;
    records: { type: string; action: string; key: string; before: unknown; after: Record<string, unknown> }[];
  } | null;
  assignee: string | null;
  ageHours: number;
  expiresAt: string | null;
  history: { actor: string; action: string; from: string | null; to: string; revision: number }[];
  comments: { text: string; authorName: string | null }[];
  outcome: Record<string, string> | null;
  allowed: string[];
  message: string | null;
}
export const ITEM = `{ id title kind state revision priority score route missing risks checks { ruleId result pointer evidence reason }
  draft { id inputsDigest records { type action key before after } } assignee ageHours expiresAt
  history { actor action from to revision } comments { text authorName } outcome allowed message }`;

const ARGUMENTS: Record<string, string> = {
  assignIntake: '$id: ID!, $assignee: ID, $release: Boolean = false',
  requestIntakeChanges: '$id: ID!, $revision: Int, $reason: String!',
  rejectIntake: '$id: ID!, $revision: Int, $reason: String!',
  approveIntake: '$id: ID!, $revision: Int!, $reason: String',
  provisionIntake: '$id: ID!, $revision: Int!, $reason: String',
  commentIntake: '$id: ID!, $text: String!',
};
export type ReviewAct =
  | 'assignIntake'
  | 'requestIntakeChanges'
  | 'rejectIntake'
  | 'approveIntake'
  | 'provisionIntake'
  | 'commentIntake';

/** Calls one of the review operations. */
export function review(
  app: TestApp,
  act: ReviewAct,
  variables: Record<string, unknown>,
  cookie: string,
): Promise<GraphqlReply<Record<string, Item | null>>> {
  const declared = ARGUMENTS[act] ?? '';
  const passed = [...declared.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join(', ');
  return askGraphql(app, `mutation (${declared}) { ${act}(${passed}) ${ITEM} }`, variables, { cookie });
}

export const readItem = async (app: TestApp, id: string, cookie: string): Promise<Item> => {
  const reply = await askGraphql<{ intakeItem: Item }>(
    app,
    `query ($id: ID!) { intakeItem(id: $id) ${ITEM} }`,
    { id },
    { cookie },
  );
  if (!reply.data) throw new Error(JSON.stringify(reply.errors));
  return reply.data.intakeItem;
};

/** Submits, confirms the contact and lets the worker prepare the draft. */
export async function prepared(app: TestApp, input: Input): Promise<Status> {
  const { data, errors } = await submit(app, input);
  if (!data?.submitIntake) throw new Error(`not submitted: ${JSON.stringify(errors)}`);
  await confirmContact(app, input.contact.email);
  await runIntake(app);
  return data.submitIntake;
}

/** The state of a submission in the database. */
export const stateOf = async (app: TestApp, id: string): Promise<string | undefined> =>
  (
    await query<{ state: string }>(app.databaseUrl, 'select state from intake_submission where id = $1', [id.slice(4)])
  )[0]?.state;
