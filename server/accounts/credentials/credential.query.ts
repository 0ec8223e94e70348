import type { EntityManager } from '@mikro-orm/postgresql';
import { Credential } from '../credential.entity.js';

/** Whether a credential (a bare UUID) was not revoked; its end in time is not looked at. */
export const isLiveCredential = async (em: EntityManager, credentialUuid: string): Promise<boolean> =>
  (await em.count(Credential, { id: credentialUuid, revokedAt: null })) > 0;

/** What its owner called a credential (a bare UUID), and the part of the token that is shown; null when there is none. */
export const findCredentialName = (
  em: EntityManager,
  credentialUuid: string,
): Promise<Pick<Credential, 'name' | 'hint'> | null> =>
  em.findOne(Credential, { id: credentialUuid }, { fields: ['name', 'hint'] });

/** Whether a token of this hash stands and was not revoked. */
export const isLiveHash = async (em: EntityManager, hash: Buffer): Promise<boolean> =>
  (await em.count(Credential, { hash, revokedAt: null })) > 0;

/** The bare UUIDs of all workflow tokens that a person (a bare UUID) ever had. */
export const workflowTokenIds = async (em: EntityManager, userUuid: string): Promise<string[]> =>
  (await em.find(Credential, { userId: userUuid }, { fields: ['id'] })).map(({ id }) => id);
