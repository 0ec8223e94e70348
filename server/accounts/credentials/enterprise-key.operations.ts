import { LockMode } from '@mikro-orm/core';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { Credential, CredentialUse } from '../credential.entity.js';
import { generateToken, hashToken, hintOf } from '../credential.rules.js';
import { Member, MemberRole } from '../member.entity.js';
import { findMemberNames, ownerOf, personOf, requireMember } from '../members/index.js';
import { Product } from '../product.entity.js';
import {
  type CredentialSelection,
  credentialId,
  inStates,
  type ListedCredential,
  readCredentials,
} from './credential.query.js';
import {
  type CreatedEnterpriseKey,
  type CreateEnterpriseKeyInput,
  ENTERPRISE_KEY_DAYS,
  type EnterpriseKey,
  type EnterpriseKeyList,
  type EnterpriseKeysArgs,
  enterpriseKeySorts,
  type RevokeEnterpriseKeyArgs,
} from './key.types.js';
import { AGENT_KEY, clientConfigs, stdioConfigOf } from './mcp-config.rules.js';
import { TokenState } from './workflow-token.types.js';

const DAY_MS = 86_400_000;

/** Creates an agent key for one product. The token is shown in this answer alone, so the answer is never kept or replayed. */
export const createEnterpriseKey = operation(
  { name: 'createEnterpriseKey', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function createEnterpriseKey(ctx, input: CreateEnterpriseKeyInput): Promise<CreatedEnterpriseKey> {
    const { organizationId } = input;
    await requireMember(ctx, organizationId, MemberRole.admin);
    refuseCredentials({ name: input.name }, 1); // lists show it, and the audit log keeps it
    return ctx.em.transactional(async (em) => {
      // The creator's rights end the key: a change of them waits for this, or this sees the change.
      const creator = { organization: organizationId, userId: ownerOf(ctx) };
      await em.findOne(Member, creator, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const product = await em.findOne(Product, { organization: organizationId, productId: input.productId });
      if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
      const now = ctx.platform.clock.now();
      const days = input.expiresInDays ?? ENTERPRISE_KEY_DAYS.default;
      const { keyId, token } = await storeEnterpriseKey(em, {
        organizationId,
        productUuid: product.id,
        name: input.name.trim(),
        createdBy: ownerOf(ctx),
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
      });
      const key = await findEnterpriseKey(em, ctx, keyId);
      // The entry locks the organization's chain: of two creations at once the second counts the first.
      await recordAudit(em, now, {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'enterprise_key.create',
        resource: 'enterprise_key',
        resourceId: credentialId('enterprise_key', keyId),
        changes: {
          name: [null, key.name],
          productId: [null, product.productId],
          expiresAt: [null, key.expiresAt.toISOString()],
        },
        requestId: ctx.requestId,
      });
      const live = { organizationId, kind: 'enterprise_key', revokedAt: null, expiresAt: { $gt: now } } as const;
      refuseBeyond('enterpriseKeys', await em.count(Credential, live));
      const { config } = ctx.platform;
      return {
        token,
        key,
        configs: clientConfigs(config.baseUrl, token, AGENT_KEY),
        stdio: stdioConfigOf(config, AGENT_KEY),
      };
    });
  },
);

/** A new key: the product that it reads, and for how long. */
export interface NewEnterpriseKey {
  readonly organizationId: string;
  readonly productUuid: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores the hash of a new key, and the row of its last use with a time before all others: noting a use is then an update. */
export async function storeEnterpriseKey(
  em: EntityManager,
  key: NewEnterpriseKey,
): Promise<{ keyId: string; token: string }> {
  const token = generateToken('enterprise_key');
  const id = newUuid();
  const credential = em.create(Credential, {
    ...key,
    id,
    kind: 'enterprise_key',
    hash: hashToken(token),
    hint: hintOf(token),
  });
  em.create(CredentialUse, { credential, lastUsedAt: raw(`'-infinity'`) });
  await em.flush();
  return { keyId: id, token };
}

const LIST: SortedListOf<typeof enterpriseKeySorts> = {
  name: 'enterpriseKeys',
  sorts: enterpriseKeySorts,
  tie: { by: sql`c.id`, type: 'uuid' },
  by: {
    created: null,
    name: { by: sql`lower(c.name)`, type: 'text' },
    expires: { by: sql`c.expires_at`, type: 'time' },
  },
  naming: [sql`c.name`],
};

const ofOrganization = (keys: CredentialSelection, organizationId: string): CredentialSelection =>
  keys.where('c.kind', '=', 'enterprise_key').where('c.organization_id', '=', organizationId);

/** The organization's agent keys, the newest first if no order is asked for, ended ones too; never a token. */
export const listEnterpriseKeys = operation(
  { name: 'enterpriseKeys', who: ['session'], limit: 'workflow' },
  async function enterpriseKeys(ctx, args: EnterpriseKeysArgs): Promise<EnterpriseKeyList> {
    const { organizationId, productId, state } = args;
    await requireMember(ctx, organizationId, MemberRole.reader);
    const page = sortedPage(LIST, args);
    const now = ctx.platform.clock.now();
    const rows = await readCredentials(ctx.em, (of) => {
      const own = ofOrganization(of, organizationId);
      const ofProduct = productId ? own.where('p.product_id', '=', productId) : own;
      return page.narrow(state?.length ? inStates(ofProduct, state, now) : ofProduct);
    });
    const { items, nextCursor } = page.cut(rows);
    return { items: await keysOf(ctx.em, organizationId, items, now), nextCursor };
  },
);

/** Revokes an agent key at once, on every replica: each request reads it again. Repeating it changes nothing. */
export const revokeEnterpriseKey = operation(
  { name: 'revokeEnterpriseKey', who: ['session'], writes: true, limit: 'workflow' },
  async function revokeEnterpriseKey(ctx, { keyId: id }: RevokeEnterpriseKeyArgs): Promise<EnterpriseKey> {
    return ctx.em.transactional(async (em) => {
      const found = await em.findOne(Credential, { id, kind: 'enterprise_key' }, { fields: ['organizationId'] });
      const organizationId = found?.organizationId;
      if (!organizationId) throw noSuchKey();
      await requireMember(ctx, organizationId, MemberRole.admin, em).catch(hideStrangersKey);
      const now = ctx.platform.clock.now();
      const [revoked] = await updateRows(em, Credential, { id, revokedAt: null }, { revokedAt: now }, ['name']);
      if (revoked)
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'enterprise_key.revoke',
          resource: 'enterprise_key',
          resourceId: credentialId('enterprise_key', id),
          changes: { revokedAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
      return findEnterpriseKey(em, ctx, id);
    });
  },
);

const noSuchKey = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such key in your organizations.' });

/** Gives a stranger the same answer for another organization's key as for a missing key. */
function hideStrangersKey(error: unknown): never {
  throw error instanceof Fault && error.code === 'NOT_FOUND' ? noSuchKey() : error;
}

async function findEnterpriseKey(em: EntityManager, ctx: RequestContext, keyId: string): Promise<EnterpriseKey> {
  const rows = await readCredentials(em, (of) => of.where('c.id', '=', keyId));
  const [key] = await keysOf(em, rows[0]?.organizationId ?? '', rows, ctx.platform.clock.now());
  if (!key) throw noSuchKey();
  return key;
}

/** Keys of one organization as lists show them, with the names of those of their creators who are still in it. */
async function keysOf(
  em: EntityManager,
  organizationId: string,
  rows: readonly ListedCredential[],
  now: Date,
): Promise<EnterpriseKey[]> {
  const creators = rows.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy]));
  const names = await findMemberNames(em, organizationId, creators);
  return rows.map(({ id, name, hint, productId, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt }) => {
    if (expiresAt === null) throw new Error(`the enterprise key ${id} has no end`);
    const ended = expiresAt <= now ? TokenState.expired : TokenState.active;
    return {
      keyId: id,
      organizationId,
      name,
      hint,
      productId: productId ?? '',
      createdBy,
      createdByName: createdBy === null ? null : (names.get(createdBy) ?? null),
      createdAt,
      expiresAt,
      lastUsedOn: lastUsedAt?.toISOString().slice(0, 10) ?? null,
      revokedAt,
      state: revokedAt === null ? ended : TokenState.revoked,
    };
  });
}
