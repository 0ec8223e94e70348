import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldEvents } from '../../server/adoption/index.js';
import { openLog } from '../../server/platform/log.js';
import { announceNewAccounts, webhookJobs } from '../../server/webhooks/index.js';
import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import { query } from './database.js';
import { runDueJobs, workOf } from './jobs.js';
import type { Company, Person } from './people.js';
import type { TakenRequest } from './receipt-service.js';

export interface Made {
  readonly id: string;
  readonly secret: string;
}

type By = Pick<Person, 'cookie'>;

export const WEBHOOK_FIELDS =
  'id url accountFirstEvent trackingKeyUnused refusedPercent state disabledReason failingSince previousSecretUntil';

/** Runs a mutation of webhooks that takes one input. */
export const act = <T>(
  app: TestApp,
  [field, type, selection]: readonly [field: string, type: string, selection: string],
  input: unknown,
  { cookie }: By,
) =>
  askGraphql<Record<string, T>>(
    app,
    `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`,
    { input },
    { cookie },
  );

export const CREATE = ['createWebhook', 'CreateWebhookInput', `{ secret webhook { ${WEBHOOK_FIELDS} } }`] as const;

/** A webhook of a company that hears of everything, unless other kinds are given. */
export async function makeWebhook(
  app: TestApp,
  { organizationId, owner }: Company,
  url: string,
  kinds: Record<string, unknown> = { accountFirstEvent: true, trackingKeyUnused: true, refusedPercent: 10 },
): Promise<Made> {
  const { data, errors } = await act<{ secret: string; webhook: { id: string } }>(
    app,
    CREATE,
    { organizationId, url, ...kinds },
    owner,
  );
  const made = data?.createWebhook;
  if (!made) throw new Error(JSON.stringify(errors));
  return { id: made.webhook.id, secret: made.secret };
}

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastOutcome: string | null;
  readonly lastDurationMs: number | null;
  readonly nextAttemptAt: string | null;
}

/** The messages of a webhook as its organization sees them, the newest first. */
export async function messagesOf(
  app: TestApp,
  { organizationId, owner }: Company,
  webhookId: string,
): Promise<Message[]> {
  const reply = await askGraphql<{ webhookMessages: { items: Message[] } }>(
    app,
    `query ($o: ID!, $w: ID!) { webhookMessages(organizationId: $o, webhookId: $w) {
      items { id type state attempts lastStatus lastOutcome lastDurationMs nextAttemptAt } } }`,
    { o: organizationId, w: webhookId },
    { cookie: owner.cookie },
  );
  return reply.data?.webhookMessages.items ?? [];
}

const jobsOf = (app: TestApp) => webhookJobs(app.app.parts);

/** Sends what is due, as a worker does. */
export const sendDue = (app: TestApp): Promise<void> => runDueJobs(app, jobsOf(app));

/** Runs a job of the schedule once. */
export async function runJob(app: TestApp, name: string): Promise<void> {
  await jobsOf(app)
    .find((job) => job.name === name)
    ?.run(workOf(app), {});
}

/** Lets a minute pass for all events and for the fold that counted the earlier ones: what was tracked until now can be folded. */
export async function ageEvents({ databaseUrl }: Pick<TestApp, 'databaseUrl'>): Promise<void> {
  for (const table of ['tracking_event', 'fold_watermark'])
    await query(
      databaseUrl,
      `update ${table} set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'`,
    );
}

/** Folds what can be folded, and announces what is news. */
export async function foldAndAnnounce(app: TestApp): Promise<void> {
  const observer = announceNewAccounts(openLog('silent'));
  while ((await foldEvents(app.app.platform.em(), observer)).more);
}

/** Whether a request is signed with a secret, by the algorithm that Standard Webhooks publishes. */
export function isSignedBy(secret: string, { headers, body }: TakenRequest): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature = ''] = one.split(',');
      const given = Buffer.from(signature, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
