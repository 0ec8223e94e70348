import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import type { RequestContext } from '../context.js';
import { BareStatement, membersOf, type RowOf } from '../database/bare-statement.js';
import { Fault, invalid } from '../fault.js';
import { callerOf } from '../limits/limits.js';
import { IdempotentRequest } from './idempotency.entity.js';

/** How long a first answer is kept, and how long a process that died in between holds its key (decisions §2, Idempotency). */
const RETENTION_HOURS = 24;
const HELD_S = 30;

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export const HELD = new BareStatement(
  membersOf(IdempotentRequest, 'fingerprint', 'answer'),
  'select fingerprint, answer from idempotent_request where owner = ? and operation = ? and key = ?',
);
type Held = RowOf<typeof HELD> & { readonly mine: boolean };

/**
 * Runs a confirmed create once for an owner, operation and key. The same body gets the first answer again, marked by the header
 * `Idempotent-Replayed: true`; another body 409; a repeat while the first still runs 409 with Retry-After. Refusals are not kept.
 * `create` gets the transaction in which the answer is stored, so that effect and answer are one.
 */
export const once = <T>(
  ctx: RequestContext,
  operationName: string,
  key: string | null | undefined,
  body: unknown,
  create: (em: EntityManager) => Promise<T>,
): Promise<T> => onceAfter(ctx, operationName, key, body, async () => undefined, create);

/**
 * The same for a create that needs something of the outside first: `prepare` runs while the key is held and before the transaction, and
 * not at all for a repeat, which gets the first answer even when the outside has changed. It must take less time than a key is held.
 */
export async function onceAfter<P, T>(
  ctx: RequestContext,
  operationName: string,
  key: string | null | undefined,
  body: unknown,
  prepare: () => Promise<P>,
  create: (em: EntityManager, prepared: P) => Promise<T>,
): Promise<T> {
  if (key === null || key === undefined) {
    const prepared = await prepare();
    return ctx.em.transactional((em) => create(em, prepared));
  }
  if (!VISIBLE_ASCII.test(key))
    throw invalid([
      {
        pointer: '/idempotencyKey',
        code: 'pattern',
        detail: 'an idempotency key has 1 to 255 visible ASCII characters',
      },
    ]);
  const owner = callerOf(ctx);
  const fingerprint = createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest();
  const slot = [owner, operationName, key];
  const row = await claim(ctx.em, slot, fingerprint);
  if (!row.fingerprint.equals(fingerprint))
    throw new Fault('IDEMPOTENCY_CONFLICT', { say: 'This idempotency key was already used with a different body.' });
  if (row.answer !== null) {
    ctx.res.setHeader('Idempotent-Replayed', 'true');
    return row.answer as T;
  }
  if (!row.mine) throw new Fault('IDEMPOTENCY_IN_PROGRESS', { retryAfterS: 1 });
  try {
    const prepared = await prepare();
    return await ctx.em.transactional(async (em) => {
      const held = await em.execute<unknown[]>(
        'select 1 from idempotent_request where owner = ? and operation = ? and key = ? and answer is null for update',
        slot,
      );
      if (held.length === 0) throw new Fault('IDEMPOTENCY_IN_PROGRESS', { retryAfterS: 1 });
      const answer = await create(em, prepared);
      await em.execute(
        'update idempotent_request set answer = ?::jsonb where owner = ? and operation = ? and key = ?',
        [JSON.stringify(answer), ...slot],
      );
      return answer;
    });
  } catch (error) {
    await ctx.em.execute(
      'delete from idempotent_request where owner = ? and operation = ? and key = ? and answer is null',
      slot,
    );
    throw error;
  }
}

/** Takes the key when it is new, expired or abandoned; the primary key decides between two that come at once. */
async function claim(em: EntityManager, slot: string[], fingerprint: Buffer): Promise<Held> {
  const taken = await em.execute<unknown[]>(
    `insert into idempotent_request as r (owner, operation, key, fingerprint, answer, held_until, expires_at)
     values (?, ?, ?, ?, null, now() + interval '${HELD_S} s', now() + interval '${RETENTION_HOURS} h')
     on conflict (owner, operation, key) do update set fingerprint = excluded.fingerprint, answer = null, held_until = excluded.held_until, expires_at = excluded.expires_at
     where r.expires_at < excluded.held_until - interval '${HELD_S} s'
        or (r.answer is null and r.fingerprint = excluded.fingerprint and r.held_until < excluded.held_until - interval '${HELD_S} s')
     returning 1`,
    [...slot, fingerprint],
  );
  if (taken.length) return { fingerprint, answer: null, mine: true };
  const rows = await em.execute<RowOf<typeof HELD>[]>(HELD.text, slot);
  const row = rows[0];
  if (!row) throw new Fault('IDEMPOTENCY_IN_PROGRESS', { retryAfterS: 1 });
  return { fingerprint: row.fingerprint, answer: row.answer, mine: false };
}
