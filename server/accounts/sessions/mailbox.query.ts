import type { EntityManager } from '@mikro-orm/postgresql';
import { mailboxDigest } from '../../platform/email.rules.js';
import { FormerMailbox } from '../member.entity.js';
import { findPeople, findPerson } from './person.query.js';

/** Keeps the mailbox of an account that is about to get another address; an address that was never verified was never the account's. */
export async function keepMailbox(em: EntityManager, userId: string): Promise<void> {
  const person = await findPerson(em, userId);
  if (!person?.emailVerified) return;
  await em.execute('insert into former_mailbox (user_id, mailbox) values (?, ?) on conflict do nothing', [
    userId,
    mailboxDigest(person.email),
  ]);
}

/** The mailboxes of an account as digests: of its verified address, and those that it had before. Empty once the account is gone. */
export async function findMailboxes(em: EntityManager, userId: string): Promise<ReadonlySet<string>> {
  const present = (await findPeople(em, [userId])).get(userId);
  const former = await em.find(FormerMailbox, { userId: userId }, { disableIdentityMap: true });
  return new Set([
    ...(present?.emailVerified ? [mailboxDigest(present.email)] : []),
    ...former.map(({ mailbox }) => mailbox),
  ]);
}
