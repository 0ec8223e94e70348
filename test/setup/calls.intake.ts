import { prepareSubmission } from '../../server/intake/index.js';
import type { TestApp } from './app.js';
import { signIn } from './ask.js';
import { type Call, read } from './calls.js';
import { query } from './database.js';
import { review, type Status, submissionOf, submit } from './intake.js';
import { workOf } from './jobs.js';
import { linkSentTo } from './people.js';

/** Submits what has to be accepted; a refusal is reported as it came, and not as the letter or receipt that it left out. */
async function submitAccepted(app: TestApp, input: unknown): Promise<Status> {
  const { data, errors } = await submit(app, input);
  if (!data?.submitIntake) throw new Error(`not submitted: ${JSON.stringify(errors)}`);
  return data.submitIntake;
}

/** Submits one and lets automation prepare its draft, without the queue. */
async function newSubmission(app: TestApp, kind = 'tracked_links'): Promise<Status> {
  const submitted = await submitAccepted(app, submissionOf(kind));
  await query(app.databaseUrl, 'update intake_submission set contact_verified_at = now() where id = $1', [
    submitted.id.slice(4),
  ]);
  await prepareSubmission(workOf(app), submitted.id);
  return submitted;
}

/** A published hackathon without sponsors, open for projects; answers its slug. */
export async function newHackathon(app: TestApp): Promise<string> {
  const slug = `hack-${crypto.randomUUID()}`;
  await query(
    app.databaseUrl,
    `insert into hackathon_event (id, slug, name, website, starts_at, ends_at, timezone, location, rules_url, submissions_due_at,
       organizer_name, organizer_domain, published_at)
     values (gen_random_uuid(), $1, 'A hackathon', 'https://a.example/', now(), now(), 'Europe/Berlin', null, 'https://a.example/rules',
       now() + interval '1 day', 'A', 'a.example', now())`,
    [slug],
  );
  return slug;
}

/** Makes a record that several callers may change once, for all of them. */
function onceFor<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The calls of intake; the reviewer alone may decide. */
export function intakeCallsOf(app: TestApp): Record<string, Call> {
  const shared = onceFor(() => newSubmission(app));
  const decide = (field: string, extra: Record<string, string>, make: () => Promise<Record<string, unknown>>): Call => {
    const names = { id: 'ID!', ...extra };
    const declared = Object.entries(names).map(([name, type]) => `$${name}: ${type}`);
    const passed = Object.keys(names).map((name) => `${name}: $${name}`);
    return {
      document: `mutation (${declared.join(', ')}) { ${field}(${passed.join(', ')}) { id } }`,
      variables: onceFor(make),
    };
  };
  const prepared = async () => ({ id: (await newSubmission(app)).id });
  const withReceipt = (field: string): Call => ({
    document: `mutation ($receipt: String!) { ${field}(receipt: $receipt) { id } }`,
    variables: async () => ({ receipt: (await submitAccepted(app, submissionOf('tracked_links'))).receipt }),
  });
  const newToken = async () => {
    const input = submissionOf('tracked_links');
    await submitAccepted(app, input);
    return { token: (await linkSentTo(app, input.contact.email)).split('/').at(-1) };
  };
  return {
    submitIntake: {
      document: 'mutation ($input: SubmitIntakeInput!) { submitIntake(input: $input) { id } }',
      variables: () => ({ input: submissionOf('tracked_links') }),
    },
    intakeSubmission: {
      document: 'query ($receipt: String!) { intakeSubmission(receipt: $receipt) { id } }',
      variables: async () => ({ receipt: (await shared()).receipt }),
    },
    previewIntake: {
      document:
        'query ($kind: IntakeKind!, $contact: JSON, $organization: JSON, $fields: JSON) { previewIntake(kind: $kind, contact: $contact, organization: $organization, fields: $fields) { complete } }',
      variables: () => submissionOf('tracked_links'),
      tool: { name: 'prepare_submission' },
    },
    hackathons: read('hackathons', '{ nextCursor }'),
    hackathon: {
      document: 'query ($slug: String!) { hackathon(slug: $slug) { slug } }',
      variables: onceFor(async () => ({ slug: await newHackathon(app) })),
    },
    withdrawIntake: withReceipt('withdrawIntake'),
    sendIntakeContactLetter: withReceipt('sendIntakeContactLetter'),
    requestIntakeLinks: {
      document: 'mutation ($email: String!) { requestIntakeLinks(email: $email) }',
      variables: () => ({ email: `${crypto.randomUUID()}@people.example` }),
    },
    setHackathonListed: {
      document: 'mutation ($input: SetHackathonListedInput!) { setHackathonListed(input: $input) { slug } }',
      variables: async () => ({
        input: { slug: await newHackathon(app), revision: 1, listed: false, reason: 'Taken down.' },
      }),
    },
    intakeContactLink: {
      document: 'query ($token: String!) { intakeContactLink(token: $token) { kind } }',
      variables: onceFor(newToken),
    },
    verifyIntakeContact: {
      document: 'mutation ($token: String!) { verifyIntakeContact(token: $token) { kind } }',
      variables: newToken,
    },
    intakeQueue: read('intakeQueue', '{ total }', {}),
    intakeItem: {
      document: 'query ($id: ID!) { intakeItem(id: $id) { id } }',
      variables: async () => ({ id: (await shared()).id }),
    },
    assignIntake: decide('assignIntake', {}, prepared),
    checkIntakeDomain: decide('checkIntakeDomain', {}, async () => ({
      id: (await newSubmission(app, 'partner_workspace')).id,
    })),
    intakeBackground: {
      document: 'query ($id: ID!) { intakeBackground(id: $id) { id } }',
      variables: async () => ({ id: (await shared()).id }),
    },
    openIntakeEvidence: decide('openIntakeEvidence', { pointer: 'String!' }, async () => ({
      ...(await prepared()),
      pointer: '/fields/links/0/url',
    })),
    markIntakeSpam: decide('markIntakeSpam', { revision: 'Int!' }, async () => ({
      id: (await submitAccepted(app, submissionOf('tracked_links'))).id,
      revision: 1,
    })),
    commentIntake: decide('commentIntake', { text: 'String!' }, async () => ({
      ...(await prepared()),
      text: 'Looks fine.',
    })),
    requestIntakeChanges: decide('requestIntakeChanges', { reason: 'String!' }, async () => ({
      ...(await prepared()),
      reason: 'Name a last day.',
    })),
    rejectIntake: decide('rejectIntake', { reason: 'String!' }, async () => ({
      ...(await prepared()),
      reason: 'Not a tool.',
    })),
    approveIntake: decide('approveIntake', { revision: 'Int!' }, async () => ({ ...(await prepared()), revision: 1 })),
    provisionIntake: decide('provisionIntake', { revision: 'Int!' }, async () => {
      const { id } = await newSubmission(app, 'partner_workspace');
      const cookie = await signIn(app, app.credentials.users.secondReviewer);
      await review(app, 'approveIntake', { id, revision: 1 }, cookie);
      return { id, revision: 1 };
    }),
    approveIntakes: {
      document: 'mutation ($items: [IntakeChoice!]!) { approveIntakes(items: $items) { id } }',
      variables: onceFor(async () => ({
        items: [{ id: (await newSubmission(app, 'hackathon_passport')).id, revision: 1 }],
      })),
    },
  };
}
