import { domainToUnicode } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findAccountByEmail, workflowTokenIds } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { chainNamed, unnamedChain } from '../platform/audit/audit.chain.js';
import { AuditEntry } from '../platform/audit/audit.entity.js';
import { type AuditChain, ERASE_ACTION, recordAudit } from '../platform/audit/audit.js';
import { appendWaiting } from '../platform/audit/audit.wait.js';
import { BareStatement, membersOf, type RowOf } from '../platform/database/bare-statement.js';
import { storedEmail } from '../platform/email.rules.js';
import { publicId, readId } from '../platform/ids.js';
import { CommandError, UsageError } from './print.js';

const OPERATOR = 'operator';
/** An erasure names so many entries at most, so that no entry grows without end. */
const NAMED_MAX = 500;

/** The texts by which the log knows a person. */
interface Subject {
  readonly email: string | null;
  /** The bare id of the account, null when there is none any more. */
  readonly userUuid: string | null;
  /** The person's public id and those of their tokens. */
  readonly ids: readonly string[];
}

export const CHAINS = new BareStatement(
  { organization_id: [AuditEntry, 'organizationId'], chain: 'text' },
  'select organization_id, max(chain) as chain from audit_entry group by organization_id order by organization_id',
);
export const ERASED = new BareStatement(
  membersOf(AuditEntry, 'id'),
  `delete from audit_value v using audit_entry e
   where e.organization_id = ? and v.organization_id = ? and v.organization_id = e.organization_id and v.entry_id = e.id and e.action <> ?
     and (e.organization_id::text = ? or e.actor = any(string_to_array(?, ' ')) or e.resource_id = any(string_to_array(?, ' ')) or lower(coalesce(v.reason, '')) ~ ?
       or exists (select 1 from jsonb_path_query(v.changes, 'strict $.**') found
         where jsonb_typeof(found) = 'string' and lower(found #>> '{}') ~ ?))
   returning e.id`,
);
export const PERSON_BY_ID = new BareStatement(
  { id: 'uuid', email: 'text' },
  'select id, email from auth."user" where id = ?',
);

/**
 * Erases the values of every audit entry, in whichever chain, that the person or a token of theirs wrote, that is about them, or that says
 * their address or id as a whole value or a whole word; `who` is an address or `usr_…`. Hashes stay and hold, and an entry in each such chain
 * names what was erased there. Runs as the owner of the tables. Answers how many entries it erased; refuses an unknown person.
 */
export async function eraseFromAudit({ orm }: Database, who: string, reason: string): Promise<number> {
  const em = orm.em.fork();
  const subject = await subjectOf(em, who);
  const words = [...subject.ids, ...(subject.email === null ? [] : spellingsOf(subject.email))];
  if (words.some((word) => reason.toLowerCase().includes(word.toLowerCase())))
    throw new UsageError('--reason must not name the person: it stays in the log');
  await appendWaiting(em); // a value can be erased once its entry stands in its chain
  const chains = await em.execute<RowOf<typeof CHAINS>[]>(CHAINS.text);
  let erased = 0;
  for (const { organization_id: id, chain } of chains)
    erased += await eraseFromChain(em, chainNamed(chain ?? '', id) ?? unnamedChain(id), { subject, words, reason });
  if (erased === 0 && subject.userUuid === null) throw new CommandError(`no account or audit entry matches ${who}`);
  return erased;
}

/** One transaction a chain: its head is held no longer than its own values take. */
const eraseFromChain = (
  em: EntityManager,
  chain: AuditChain,
  { subject, words, reason }: { subject: Subject; words: readonly string[]; reason: string },
): Promise<number> =>
  em.fork().transactional(async (tx) => {
    const [pattern, ids] = [wordPattern(words), subject.ids.join(' ')];
    const rows = await tx.execute<RowOf<typeof ERASED>[]>(ERASED.text, [
      chain.id,
      chain.id,
      ERASE_ACTION,
      subject.userUuid ?? '',
      ids,
      ids,
      pattern,
      pattern,
    ]);
    await recordErasure(tx, { chain, entryIds: rows.map(({ id }) => id), reason });
    return rows.length;
  });

/** Names the entries whose values were erased, in the transaction that erases them: values that are gone unnamed break their chain. */
export async function recordErasure(
  tx: EntityManager,
  { chain, entryIds, reason }: { chain: AuditChain; entryIds: readonly string[]; reason: string },
): Promise<void> {
  const names = entryIds.map((id) => publicId('aud', id)).sort();
  for (let from = 0; from < names.length; from += NAMED_MAX)
    await recordAudit(tx, new Date(), {
      chain,
      actor: OPERATOR,
      action: ERASE_ACTION,
      resource: 'audit',
      resourceId: chain.name,
      changes: { entries: [names.slice(from, from + NAMED_MAX), null] },
      reason,
    });
}

async function subjectOf(em: EntityManager, who: string): Promise<Subject> {
  const uuid = readId('usr', who);
  const user = uuid ? await findById(em, uuid) : await findAccountByEmail(em, who);
  const userUuid = user?.id ?? uuid;
  const email = user?.email ?? (uuid ? null : storedEmail(who));
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UsageError('name the person by their address or by an id that begins with usr_');
  if (userUuid === null) return { email, userUuid, ids: [] };
  const tokens = await workflowTokenIds(em, userUuid);
  return { email, userUuid, ids: [publicId('usr', userUuid), ...tokens.map((id) => publicId('tok', id))] };
}

/** An address as it is stored, and with its domain as a person writes it: older entries hold the second. */
const spellingsOf = (email: string): string[] => {
  const at = email.lastIndexOf('@') + 1;
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])];
};

async function findById(em: EntityManager, uuid: string): Promise<RowOf<typeof PERSON_BY_ID> | null> {
  const [user] = await em.execute<RowOf<typeof PERSON_BY_ID>[]>(PERSON_BY_ID.text, [uuid]);
  return user ?? null;
}

/** Matches any of the words in a lower-cased text, unless a character beside it could belong to a longer address or id. */
const wordPattern = (words: readonly string[]): string =>
  `(^|[^[:alnum:]._%+-])(${words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))`;
