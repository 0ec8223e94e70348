import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { normalizeEmail, storedEmail } from '../../platform/email.rules.js';
import type { Warning } from '../../platform/http/health.js';
import { publicId } from '../../platform/ids.js';
import { Invitation } from '../member.entity.js';

/** Serialises the processes that start at once. */
const SPELLING_LOCK = 7_243_035;
/** An address that may not be in its normal form; few rows have one, and a partial index finds the accounts. */
const SPELLED = `(email <> lower(email) or octet_length(email) <> length(email) or email ~ '\\s')`;

export const SPELLED_ACCOUNTS = new BareStatement(
  { id: 'uuid', email: 'text', verified: 'boolean', at: 'timestamp with time zone' },
  `select u.id, u.email, u."emailVerified" as verified, u."createdAt" as at from auth."user" u where ${SPELLED} order by u.id`,
);
/** Asked alone, and where there is such an account only: accounts are not where a distributed database has the logs. */
export const VERIFIED = new BareStatement(
  { id: 'text', at: 'timestamp with time zone?' },
  `select e.resource_id as id, max(e.at) as at from audit_entry e where e.resource = 'user'
     and e.resource_id in (select value from json_array_elements_text(?::json)) and e.action in ('address.verify', 'address.change') group by 1`,
);
export const SPELLED_INVITATIONS = new BareStatement(
  { id: [Invitation, 'id'], email: 'text' },
  `select id, email from invitation where accepted_at is null and revoked_at is null and ${SPELLED} order by created_at desc, id desc`,
);

/**
 * Brings stored addresses into their normal form, those that an earlier gateway writes during an upgrade at the next start. Of accounts that
 * share one, the account that was verified earlier gets it, unless another has it already; the others keep their spelling, by which
 * they sign in, and readiness reports them. Of two open invitations that become one, the one that has the normal form stays.
 */
export function normalizeEmails(em: EntityManager): Promise<void> {
  return em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [SPELLING_LOCK]);
    for (const { id, normal } of changedOf(await readSpelledAccounts(tx)))
      await tx.execute(
        'update auth."user" set email = ? where id = ? and not exists (select 1 from auth."user" o where o.email = ?)',
        [normal, id, normal],
      );
    const invitations = await tx.execute<RowOf<typeof SPELLED_INVITATIONS>[]>(SPELLED_INVITATIONS.text);
    for (const { id, normal } of changedOf(invitations))
      await tx.execute(
        `update invitation i set email = ?, revoked_at = case when exists (select 1 from invitation o
             where o.organization_id = i.organization_id and o.email = ? and o.accepted_at is null and o.revoked_at is null)
           then now() end
         where id = ?`,
        [normal, normal, id],
      );
  });
}

/** Those that were verified, earliest first, then the others by their age. */
async function readSpelledAccounts(tx: EntityManager): Promise<{ id: string; email: string }[]> {
  const accounts = await tx.execute<RowOf<typeof SPELLED_ACCOUNTS>[]>(SPELLED_ACCOUNTS.text);
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => publicId('usr', id));
  const found = await tx.execute<RowOf<typeof VERIFIED>[]>(VERIFIED.text, [JSON.stringify(ids)]);
  const verified = new Map(found.map(({ id, at }) => [id, at]));
  const timeOf = ({ id, at }: { id: string; at: Date }): number => (verified.get(publicId('usr', id)) ?? at).getTime();
  return accounts.toSorted((a, b) => Number(b.verified) - Number(a.verified) || timeOf(a) - timeOf(b));
}

const changedOf = (
  rows: readonly { readonly id: string; readonly email: string }[],
): { id: string; normal: string }[] =>
  rows.flatMap(({ id, email }) => {
    const normal = normalizeEmail(email);
    return normal === null || normal === email ? [] : [{ id, normal }];
  });

/** As many as a message can name. */
const NAMED_MAX = 20;

export const KEPT_SPELLINGS = new BareStatement(
  { id: 'uuid', email: 'text' },
  `select id, email from auth."user" where ${SPELLED} order by id limit 1000`,
);

/** Reports accounts with an address that is not in its normal form because another account has it; they are never merged (decision 0074). */
export async function warnOfSharedEmails(em: EntityManager): Promise<Warning[]> {
  const rows = await em.execute<RowOf<typeof KEPT_SPELLINGS>[]>(KEPT_SPELLINGS.text);
  const spelled = rows.filter(({ email }) => storedEmail(email) !== email);
  if (spelled.length === 0) return [];
  const named = spelled.slice(0, NAMED_MAX).map(({ id }) => publicId('usr', id));
  return [
    {
      code: 'addresses_shared',
      detail: `${spelled.length} account${spelled.length === 1 ? ' has' : 's have'} an address that belongs to another account in its normal form, and signs in by its old spelling alone: ${named.join(', ')}${spelled.length > NAMED_MAX ? ' and others' : ''}.`,
      remedy: 'Run "dai person rename ID --email ADDRESS" with an address of its own.',
    },
  ];
}
