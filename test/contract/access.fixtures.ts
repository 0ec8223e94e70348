import type { TestApp } from '../setup/app.js';
import { type Cast, unique } from '../setup/cast.js';
import { giveRole } from '../setup/people.js';

/** What a call uses up, made anew for each in the demo organization; written to the database, for the doors are what is tested. */
export function fixturesOf(app: TestApp, { extra, stranger }: Cast) {
  const { organizationId, productId } = app.credentials;
  const organizationUuid = organizationId.slice(4);
  const sql = (text: string, values: unknown[]) => app.app.platform.em().execute<{ id: string }[]>(text, values);
  const newProduct = async () => {
    const id = `made-${unique()}`;
    await sql(
      `insert into product (organization_id, id, product_id, name, type) values (?, gen_random_uuid(), ?, 'Made', 'api')`,
      [organizationUuid, id],
    );
    return { organizationId, productId: id };
  };
  const newKey = async () => {
    const { productId: id } = await newProduct();
    const rows = await sql(
      `insert into credential (id, kind, hash, hint, name, organization_id, product_uuid, slot)
       select gen_random_uuid(), 'tracking_key', decode(?, 'hex'), 'dtk_…made', 'made', organization_id, id, 1
       from product where organization_id = ? and product_id = ? returning id`,
      [unique(), organizationUuid, id],
    );
    return { organizationId, trackingKeyId: `key_${rows[0]?.id}` };
  };
  const newMember = async () => {
    await giveRole(app, organizationId, extra, 'member');
    return { organizationId, userId: extra.id };
  };
  const newInvitation = async () => {
    await sql(`update invitation set revoked_at = now() where email = ?`, [stranger.email]);
    const rows = await sql(
      `insert into invitation (id, organization_id, email, role, invited_by, expires_at)
       select gen_random_uuid(), id, ?, 'member', gen_random_uuid(), now() + interval '1 day' from organization where name = 'Other Demo Company' returning id`,
      [stranger.email],
    );
    return { invitationId: `inv_${rows[0]?.id}` };
  };
  const stored = async () => {
    const rows = await sql('select id from tracking_event where organization_id = ? limit 1', [organizationUuid]);
    return { eventId: `evt_${rows[0]?.id}` };
  };
  /** An import of one row that was checked once: it can be checked again and be confirmed. */
  const newImport = async () => {
    const rows = await sql(
      `insert into csv_import (organization_id, id, product_uuid, file_name, status, columns, total, pieces, revision, created_at, created_by)
       select organization_id, gen_random_uuid(), id, 'made.csv', 'checked', '["event","user","id"]', 1, 0, 1, now(), gen_random_uuid()
       from product where organization_id = ? and product_id = ? returning id`,
      [organizationUuid, productId],
    );
    return { organizationId, importId: `imp_${rows[0]?.id}` };
  };
  return { newProduct, newKey, newMember, newInvitation, newImport, stored };
}
