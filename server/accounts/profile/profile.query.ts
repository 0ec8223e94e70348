import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { Fault } from '../../platform/fault.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import type { User } from '../organization.types.js';

const LINK_LIFE_MS = 60 * 60 * 1000;

/** A change of address that waits for its link. */
interface EmailChange {
  readonly userId: string;
  readonly newEmail: string;
  readonly at: Date;
}

/** The table of the sign-in library holds the hash alone: a read of it is no set of links. */
const identifierOf = (token: string): string =>
  `change-email:${createHash('sha256').update(token).digest('base64url')}`;

/** Stores a change of address in the caller's transaction in place of an earlier one, and answers the token of its link. */
export async function storeEmailChange(em: EntityManager, { userId, newEmail, at }: EmailChange): Promise<string> {
  await em.execute('delete from auth.verification where starts_with(value, ?)', [`${userId} `]);
  const token = newLinkSecret();
  await em.execute(
    'insert into auth.verification (identifier, value, "expiresAt", "createdAt", "updatedAt") values (?, ?, ?, ?, ?)',
    [identifierOf(token), `${userId} ${newEmail}`, new Date(at.getTime() + LINK_LIFE_MS), at, at],
  );
  return token;
}

export const USED_LINK = new BareStatement(
  { value: 'text' },
  'delete from auth.verification where identifier = ? and starts_with(value, ?) and "expiresAt" > ? returning value',
);

/** Uses a link up in the caller's transaction; answers the new address, or null where the link is not this person's or has ended. */
export async function takeEmailChange(
  em: EntityManager,
  { token, userId, at }: { readonly token: string; readonly userId: string; readonly at: Date },
): Promise<string | null> {
  const [used] = await em.execute<RowOf<typeof USED_LINK>[]>(USED_LINK.text, [identifierOf(token), `${userId} `, at]);
  return used?.value.slice(userId.length + 1) ?? null;
}

export const USER = new BareStatement(
  { name: 'text', email: 'text', emailVerified: 'boolean', reviewer: 'boolean' },
  'select name, email, "emailVerified", coalesce(reviewer, false) as reviewer from auth."user" where id = ?',
);

/** The person as they see themselves; refused when the account was closed meanwhile. */
export async function findUser(em: EntityManager, userId: string): Promise<User> {
  const [found] = await em.execute<RowOf<typeof USER>[]>(USER.text, [userId]);
  if (!found) throw new Fault('UNAUTHENTICATED');
  return { ...found, id: userId };
}

/** Gives a person the name under which they are seen. */
export const renameUser = (em: EntityManager, userId: string, name: string, at: Date): Promise<unknown> =>
  em.execute('update auth."user" set name = ?, "updatedAt" = ? where id = ?', [name, at, userId]);

/** Gives a person another address that they have verified; a unique index refuses an address that has an account. */
export const readdressUser = (em: EntityManager, userId: string, email: string, at: Date): Promise<unknown> =>
  em.execute('update auth."user" set email = ?, "emailVerified" = true, "updatedAt" = ? where id = ?', [
    email,
    at,
    userId,
  ]);

/** Deletes a person; foreign keys delete their private records with the row. */
export const deleteUser = (em: EntityManager, userId: string): Promise<unknown> =>
  em.execute('delete from auth."user" where id = ?', [userId]);
