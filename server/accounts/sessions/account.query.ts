import type { EntityManager } from '@mikro-orm/postgresql';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { selectRows } from '../../platform/database/kysely.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { mailboxDigest, storedEmail } from '../../platform/email.rules.js';
import { publicId } from '../../platform/ids.js';
import { FormerMailbox } from '../member.entity.js';

const PERSON = { name: 'text', email: 'text', emailVerified: 'boolean' } as const;
export const PERSON_BY_ID = new BareStatement(
  PERSON,
  'select name, email, "emailVerified" from auth."user" where id = ?',
);
export const PEOPLE_BY_ID = new BareStatement(
  { id: 'uuid', ...PERSON },
  'select id, name, email, "emailVerified" from auth."user" where id in (?)',
);
export const REVIEWERS = new BareStatement(
  { id: 'uuid', email: 'text', name: 'text' },
  'select id, email, name from auth."user" where reviewer and "emailVerified" order by id limit 100',
);
export const ACCOUNT_BY_EMAIL = new BareStatement(
  { id: 'uuid', email: 'text', verified: 'boolean' },
  `select id, email, "emailVerified" as verified from auth."user" where email in (?, ?) order by email = ? desc limit 1`,
);

/** A person as their own agents see them. */
export type Person = RowOf<typeof PERSON_BY_ID>;

/** The person with this id, or null. */
export async function findPerson(em: EntityManager, userId: string): Promise<Person | null> {
  const [person] = await em.execute<RowOf<typeof PERSON_BY_ID>[]>(PERSON_BY_ID.text, [userId]);
  return person ?? null;
}

export const FACTOR_FLAG = new BareStatement(
  { secondFactor: 'boolean' },
  'select "secondFactor" from auth."user" where id = ?',
);

/** Whether an account has a second factor. */
export async function findFactorFlag(em: EntityManager, userId: string): Promise<boolean> {
  const [found] = await em.execute<RowOf<typeof FACTOR_FLAG>[]>(FACTOR_FLAG.text, [userId]);
  return found?.secondFactor ?? false;
}

/** People by their ids; closed accounts are missing from the answer. */
export async function findPeople(em: EntityManager, userIds: readonly string[]): Promise<Map<string, Person>> {
  if (userIds.length === 0) return new Map();
  const people = await em.execute<RowOf<typeof PEOPLE_BY_ID>[]>(PEOPLE_BY_ID.text, [[...new Set(userIds)]]);
  return new Map(people.map(({ id, ...person }) => [id, person]));
}

/** Reviewers with a verified address. */
export const findReviewers = (em: EntityManager): Promise<RowOf<typeof REVIEWERS>[]> =>
  em.execute<RowOf<typeof REVIEWERS>[]>(REVIEWERS.text);

export const REVIEWER = new BareStatement(
  { reviewer: 'boolean' },
  'select coalesce(reviewer, false) as reviewer from auth."user" where id = ?',
);

/** Whether a person is a reviewer. */
export async function isReviewer(em: EntityManager, userId: string): Promise<boolean> {
  const [found] = await em.execute<RowOf<typeof REVIEWER>[]>(REVIEWER.text, [userId]);
  return found?.reviewer ?? false;
}

/** An account as the operator finds it. */
export type AccountName = RowOf<typeof ACCOUNT_BY_EMAIL>;

/**
 * The account with this address, or null: the one that stores exactly this spelling, else the one that stores its normal form. Two accounts
 * from before there was a normal form may share one.
 */
export async function findAccountByEmail(em: EntityManager, given: string): Promise<AccountName | null> {
  const spelling = given.trim();
  const values = [spelling, storedEmail(given), spelling];
  const [row] = await em.execute<RowOf<typeof ACCOUNT_BY_EMAIL>[]>(ACCOUNT_BY_EMAIL.text, values);
  return row ?? null;
}

/** Keeps the mailbox of an account that is about to get another address; an address that was never verified was never the account's. */
export async function keepMailbox(em: EntityManager, userId: string): Promise<void> {
  const person = await findPerson(em, userId);
  if (!person?.emailVerified) return;
  await insertUnlessTaken(em, FormerMailbox, { userId, mailbox: mailboxDigest(person.email) }, ['userId', 'mailbox']);
}

/** The digests of each account's mailboxes: its verified address, and earlier ones. An account that is gone has none. */
export async function findMailboxes(
  em: EntityManager,
  userIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (userIds.length === 0) return new Map();
  const present = await findPeople(em, userIds);
  const former = await selectRows(em, FormerMailbox).where('user_id', 'in', userIds).execute();
  return new Map(
    userIds.map((userId) => {
      const person = present.get(userId);
      return [
        userId,
        new Set([
          ...(person?.emailVerified ? [mailboxDigest(person.email)] : []),
          ...former.filter((one) => one.userId === userId).map(({ mailbox }) => mailbox),
        ]),
      ];
    }),
  );
}

/** Ends every session of a person; answers how many there were. */
export async function endSessions(em: EntityManager, userId: string): Promise<number> {
  const ended = await em.execute<unknown[]>('delete from auth.session where "userId" = ? returning id', [userId]);
  return ended.length;
}

/** An action on a person's account. Without `actor` the person did it. */
export interface AccountAction {
  readonly userId: string;
  readonly action:
    | 'account.close'
    | 'account.create'
    | 'address.change'
    | 'address.request'
    | 'address.verify'
    | 'factor.confirm'
    | 'factor.confirm_reset'
    | 'factor.end_reset'
    | 'factor.object_reset'
    | 'factor.recover'
    | 'factor.refuse'
    | 'factor.remove'
    | 'factor.renew'
    | 'factor.request_reset'
    | 'factor.reset'
    | 'factor.void_reset'
    | 'factor.withdraw_reset'
    | 'identity.connect'
    | 'identity.disconnect'
    | 'passkey.add'
    | 'passkey.remove'
    | 'passkey.rename'
    | 'passkey.stop'
    | 'password.change'
    | 'password.reset'
    | 'profile.update'
    | 'session.challenge'
    | 'session.create'
    | 'session.refuse'
    | 'session.revoke';
  readonly at: Date;
  readonly actor?: string;
  readonly changes?: Record<string, [unknown, unknown]>;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Records an action on a person's account into the person's own chain of the audit log, in the caller's transaction (decisions §2, Credentials). */
export function recordAccountAction(em: EntityManager, entry: AccountAction): Promise<void> {
  const { userId, action, at, actor, changes, reason, requestId } = entry;
  const person = publicId('usr', userId);
  return recordAudit(em, at, {
    chain: personChain(userId),
    actor: actor ?? person,
    action,
    resource: 'user',
    resourceId: person,
    changes: changes ?? {},
    ...(reason ? { reason } : {}),
    ...(requestId ? { requestId } : {}),
  });
}
