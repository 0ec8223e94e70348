import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { storedEmail } from '../../platform/email.rules.js';
import type { Warning } from '../../platform/http/health.js';
import { publicId } from '../../platform/ids.js';
import { SPELLED } from './addresses.normalize.js';

/** As many as a message can name. */
const NAMED_MAX = 20;

export const KEPT_SPELLINGS = new BareStatement(
  { id: 'uuid', email: 'text' },
  `select id, email from auth."user" where ${SPELLED} order by id limit 1000`,
);

/** Accounts whose address is not in its normal form, since another account has that: they are reported and never merged (decision 0074). */
export async function checkAddresses(em: EntityManager): Promise<Warning[]> {
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
