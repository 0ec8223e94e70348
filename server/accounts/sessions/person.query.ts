import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { storedEmail } from '../../platform/email.rules.js';

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

/** People by their ids; who has gone is not in the answer. */
export async function findPeople(em: EntityManager, userIds: readonly string[]): Promise<Map<string, Person>> {
  if (userIds.length === 0) return new Map();
  const people = await em.execute<RowOf<typeof PEOPLE_BY_ID>[]>(PEOPLE_BY_ID.text, [[...new Set(userIds)]]);
  return new Map(people.map(({ id, ...person }) => [id, person]));
}

/** Reviewers whose address is verified: `id` is a bare UUID. */
export const findReviewers = (em: EntityManager): Promise<RowOf<typeof REVIEWERS>[]> =>
  em.execute<RowOf<typeof REVIEWERS>[]>(REVIEWERS.text);

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
