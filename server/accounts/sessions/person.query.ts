import type { EntityManager } from '@mikro-orm/postgresql';

/** A person as their own agents see them. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The person with this bare UUID, or null. */
export async function findPerson(em: EntityManager, userUuid: string): Promise<Person | null> {
  const [person] = await em.execute<Person[]>('select name, email, "emailVerified" from auth."user" where id = ?', [
    userUuid,
  ]);
  return person ?? null;
}

/** People by their bare UUIDs; who has gone is not in the answer. */
export async function findPeople(em: EntityManager, userUuids: readonly string[]): Promise<Map<string, Person>> {
  if (userUuids.length === 0) return new Map();
  const people = await em.execute<(Person & { readonly id: string })[]>(
    'select id, name, email, "emailVerified" from auth."user" where id in (?)',
    [[...new Set(userUuids)]],
  );
  return new Map(people.map(({ id, ...person }) => [id, person]));
}

/** Reviewers whose address is verified: `id` is a bare UUID. */
export const findReviewers = (
  em: EntityManager,
): Promise<{ readonly id: string; readonly email: string; readonly name: string }[]> =>
  em.execute('select id, email, name from auth."user" where reviewer and "emailVerified" order by id limit 100');

/** An account as the operator finds it; `id` is a bare UUID. */
export interface AccountName {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
}

/** The account with this address, in whatever case it is written, or null. */
export async function findAccountByEmail(em: EntityManager, email: string): Promise<AccountName | null> {
  const [row] = await em.execute<AccountName[]>(
    'select id, email, "emailVerified" as verified from auth."user" where lower(email) = lower(?)',
    [email],
  );
  return row ?? null;
}
