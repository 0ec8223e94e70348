import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { findPerson, type Person } from './person.query.js';

const PURPOSE = 'verify-address';

/** The account that a token is for; its id is bare. */
type VerifiableAccount = Pick<Person, 'email' | 'emailVerified'> & { readonly id: string };

export interface VerificationTokens {
  /** The token of a letter to the present address of an account. */
  issue(account: { readonly id: string; readonly email: string }): Promise<string>;
  /**
   * The account, `unreadable` when no secret of ours signed it or it has expired, and `void` when the account is gone
   * or has another address by now.
   */
  read(em: EntityManager, token: string): Promise<VerifiableAccount | 'unreadable' | 'void'>;
}

/**
 * Verification tokens name the account and not its address: an address may change hands between accounts, and the letter of
 * an earlier one verifies nothing then. A digest binds the token to the address that the letter went to.
 */
export const openVerificationTokens = (secret: string, lifeS: number): VerificationTokens => ({
  issue: ({ id, email }) => signJWT({ purpose: PURPOSE, sub: id, to: digestOf(id, email) }, secret, lifeS),
  async read(em, token) {
    const claims = (await verifyJWT(token, secret)) as Readonly<Record<string, unknown>> | null;
    if (claims === null) return 'unreadable';
    const id = typeof claims.sub === 'string' ? claims.sub : '';
    const person = claims.purpose === PURPOSE ? await findPerson(em, id) : null;
    return person && claims.to === digestOf(id, person.email) ? { ...person, id } : 'void';
  },
});

/** The account is part of what is digested, so that equal addresses do not show by equal digests. */
const digestOf = (id: string, email: string): string =>
  createHash('sha256').update(`${id} ${email}`).digest('base64url').slice(0, 22);
