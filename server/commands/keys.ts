import { hashToken, Product, storeTrackingKey } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { organizationChain, personChain, recordAudit } from '../platform/audit.js';
import { publicId, uuidOf } from '../platform/ids.js';
import { organizationUuid } from './people.js';
import { CommandError } from './session.js';

const OPERATOR = 'operator';

/** Creates a tracking key for a product; the token is printed once. */
export async function createKey(
  { orm }: Database,
  organizationId: string,
  productId: string,
  name: string,
): Promise<{ id: string; token: string }> {
  const uuid = organizationUuid(organizationId);
  return orm.em.fork().transactional(async (em) => {
    const product = await em.findOne(Product, { organizationId, productId });
    if (!product) throw new CommandError('there is no such product in this organization');
    const now = new Date();
    const created = await storeTrackingKey(em, { organizationId, productId: product.id, name, createdBy: null, now });
    if (!created) throw new CommandError('the product has two live keys: revoke one first');
    await recordAudit(em, now, {
      chain: organizationChain(uuid),
      actor: OPERATOR,
      action: 'tracking_key.create',
      resource: 'tracking_key',
      resourceId: created.id,
      changes: { name: [null, name], productId: [null, productId] },
    });
    return created;
  });
}

/** Revokes a credential by its id (`key_…`, `tok_…`) or by the token itself, at once and for good. Answers whether it was live. */
export async function revokeCredential(
  { orm }: Database,
  idOrToken: string,
  kinds: readonly string[],
): Promise<boolean> {
  const uuid = uuidOf('key', idOrToken) ?? uuidOf('tok', idOrToken);
  const [column, value] = uuid ? ['id', uuid] : ['hash', hashToken(idOrToken)];
  return orm.em.fork().transactional(async (em) => {
    const now = new Date();
    const found = await em.execute<
      { id: string; kind: string; organization_id: string | null; user_id: string | null; revoked_at: Date | null }[]
    >(`select id, kind, organization_id, user_id, revoked_at from credential where ${column} = ? for update`, [value]);
    const row = found[0];
    if (!row || !kinds.includes(row.kind)) throw new CommandError('there is no such credential');
    if (row.revoked_at) return false;
    await em.execute('update credential set revoked_at = ? where id = ?', [now, row.id]);
    await recordAudit(em, now, {
      chain: row.organization_id ? organizationChain(row.organization_id) : personChain(row.user_id ?? ''),
      actor: OPERATOR,
      action: `${row.kind}.revoke`,
      resource: row.kind,
      resourceId: publicId(row.kind === 'tracking_key' ? 'key' : 'tok', row.id),
      changes: { revokedAt: [null, now.toISOString()] },
    });
    return true;
  });
}
