/** How long one kind of record stays, and why; the one table of it (docs/operations.md shows the same). */
export interface RetentionRule {
  /** The records that go when the time is over. */
  readonly covers: string;
  /** Days after which it goes; null where no number of days decides. */
  readonly days: number | null;
  /** The rule where no number of days decides, and the records that stay after the days are over. */
  readonly stays: string;
  readonly reason: string;
  /** The least that RETENTION_DAYS may set; absent where an operator cannot change it. */
  readonly atLeast?: number;
}

export const retentionRules = {
  events: {
    covers: 'metadata of tracked events',
    days: 760,
    stays:
      'name, family, product, developer, account, campaign, times, the counted members of a usage receipt, the idempotency key and the fingerprint',
    reason:
      'a company compares two windows of up to 400 days; counts, rebuilds and the answer to an old retry need what stays',
    atLeast: 90,
  },
  refusals: {
    covers: 'counts of refused and ignored events by day',
    days: 800,
    stays: 'nothing',
    reason: 'two windows of 400 days; they are counts without a person or a payload',
    atLeast: 90,
  },
  verdicts: {
    covers: 'verdicts of events, refused ones included',
    days: 7,
    stays: 'nothing; refusals are counted',
    reason: 'a team finds what went wrong in the last deployment',
  },
  receipts: {
    covers: 'usage receipts, monthly charges and balances of a person',
    days: null,
    stays: 'as long as the account',
    reason: 'they are the person’s own records; a retry under an old key must find its receipt',
  },
  'link-opens': {
    covers: 'opens of tracked links',
    days: 400,
    stays: 'nothing',
    reason: 'a year and its comparison; they name no person and no tenant',
    atLeast: 30,
  },
  sessions: {
    covers: 'sessions, links and codes of sign-in that have ended',
    days: 30,
    stays: 'the audit log of the person',
    reason: 'a person who looks into a theft sees where they were signed in lately',
    atLeast: 1,
  },
  devices: {
    covers: 'digests of devices that a person signed in with',
    days: 400,
    stays: 'nothing',
    reason: 'a letter about a new device is worth sending once a year at most',
    atLeast: 30,
  },
  letters: {
    covers: 'letters, sent or not',
    days: 1,
    stays: 'nothing',
    reason: 'their links end within a day',
  },
  invitations: {
    covers: 'invitations that were accepted, revoked or have ended',
    days: 90,
    stays: 'the audit log of the organization',
    reason: 'they hold addresses of people who may never have had an account',
    atLeast: 1,
  },
  imports: {
    covers: 'rows of imports of the catalog',
    days: 400,
    stays: 'the import and its counts',
    reason: 'a reviewer explains a record by the row that made it',
    atLeast: 30,
  },
  uploads: {
    covers: 'files of events that were not confirmed',
    days: 1,
    stays: 'refused rows of a confirmed file, without their values, for 30 days',
    reason: 'a file holds what its owner did not yet decide to send',
  },
  webhooks: {
    covers: 'messages to webhooks',
    days: 90,
    stays: 'nothing',
    reason: 'a receiver that was away can be compared with what was sent',
  },
  replies: {
    covers: 'answers under an Idempotency-Key',
    days: 1,
    stays: 'nothing',
    reason: 'a retry gets the first answer for 24 hours',
  },
  submissions: {
    covers: 'submissions and their reviews',
    days: null,
    stays: 'until their contact is erased (dai person erase)',
    reason: 'they are the grounds of what was approved or refused',
  },
  audit: {
    covers: 'audit log and audit receipts',
    days: null,
    stays: 'for good; values can be erased (dai erase)',
    reason: 'a log that loses entries proves nothing',
  },
  backups: {
    covers: 'whole backups in a folder',
    days: null,
    stays: 'the newest ones, as many as BACKUP_KEEP says; those of a bucket by its own rule',
    reason: 'a backup that was made before an erasure holds what was erased until it is deleted',
  },
  logs: {
    covers: 'the log of a process',
    days: null,
    stays: 'the process writes to standard output and stores nothing; its collector decides',
    reason: 'it holds neither bodies nor credentials, but request ids and addresses of callers',
  },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type RetentionKind = keyof typeof retentionRules;

/** The days of the kinds that an operator set; null for one that stays for good. */
export type RetentionDays = Readonly<Partial<Record<RetentionKind, number | null>>>;

const isKind = (text: string): text is RetentionKind => Object.hasOwn(retentionRules, text);
const DAYS_MAX = 3_650;

/** Reads a list such as `events=400,link-opens=never`; a text says what is wrong with it. */
export function readRetention(list: string): RetentionDays | string {
  const days: Partial<Record<RetentionKind, number | null>> = {};
  for (const part of list.split(',')) {
    const [kind = '', value = '', ...rest] = part.trim().split('=');
    if (!isKind(kind) || rest.length > 0)
      return 'must be a list such as events=400,invitations=never of the kinds in docs/operations.md';
    const rule: RetentionRule = retentionRules[kind];
    if (rule.atLeast === undefined) return `cannot change how long ${kind} stay`;
    if (value === 'never') days[kind] = null;
    else if (/^\d{1,4}$/.test(value) && Number(value) >= rule.atLeast && Number(value) <= DAYS_MAX)
      days[kind] = Number(value);
    else return `needs for ${kind} the word never, or ${rule.atLeast} to ${DAYS_MAX} days`;
  }
  return days;
}

/** The days of a kind as configured; null where none decide. */
export const daysOf = (kind: RetentionKind, configured: RetentionDays): number | null =>
  configured[kind] === undefined ? retentionRules[kind].days : configured[kind];
