import type { TestApp } from './app.js';
import { type Cast, unique } from './cast.js';
import { giveRole } from './people.js';

/** The records that a call uses up, created for each in the demo organization; written to the database, since the endpoints are what is tested. */
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
  const newFactor = async () => {
    const { userId } = await newMember();
    await sql('delete from factor_reset where user_id = ?', [userId.slice(4)]);
    await sql(
      `insert into second_factor (user_id, sealed, confirmed_at, tries_since) values (?, 'sealed', now(), now())
       on conflict (user_id) do nothing`,
      [userId.slice(4)],
    );
    await sql('update auth."user" set "secondFactor" = true where id = ?', [userId.slice(4)]);
    return { organizationId, userId };
  };
  const newInvitation = async () => {
    await sql(`update invitation set revoked_at = now() where email = ?`, [stranger.email]);
    const rows = await sql(
      `with company as (select id from organization where name = 'Other Demo Company'),
         sender as (insert into auth."user" (id, name, email, "emailVerified") values (gen_random_uuid(), 'Sender', ?, true) returning id),
         owner as (insert into member (organization_id, user_id, role) select company.id, sender.id, 'owner' from company, sender)
       insert into invitation (id, organization_id, email, role, invited_by, expires_at)
       select gen_random_uuid(), company.id, ?, 'member', sender.id, now() + interval '1 day' from company, sender returning id`,
      [`${unique()}@people.example`, stranger.email],
    );
    return { invitationId: `inv_${rows[0]?.id}` };
  };
  /** An invitation that the demo organization has sent. */
  const newOwnInvitation = async () => {
    const rows = await sql(
      `insert into invitation (id, organization_id, email, role, invited_by, expires_at)
       values (gen_random_uuid(), ?, ?, 'member', gen_random_uuid(), now() + interval '1 day') returning id`,
      [organizationUuid, `${unique()}@people.example`],
    );
    return { organizationId, invitationId: `inv_${rows[0]?.id}` };
  };
  /** The same with the secret of its letter. */
  const newLetter = async () => {
    const { invitationId } = await newOwnInvitation();
    await sql(`update invitation set secret_hash = sha256('key') where id = ? returning id`, [invitationId.slice(4)]);
    return { invitationId, key: 'key' };
  };
  const newest = (column: string) =>
    sql(
      `select ${column} as id from tracking_event where organization_id = ?
         and product_uuid = (select id from product where organization_id = ? and product_id = ?) limit 1`,
      [organizationUuid, organizationUuid, productId],
    );
  const stored = async () => ({ eventId: `evt_${(await newest('id'))[0]?.id}` });
  const storedKey = async () => ({ idempotencyKey: (await newest('idempotency_key'))[0]?.id });
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
  /** A native offer of the demo organization that no one has claimed. */
  const newOffer = async () => {
    const rows = await sql(
      `insert into offer (id, slug, title, summary, kind, claim, eligibility, organization_id, origin, version, created_at, updated_at)
       values (gen_random_uuid(), ?, 'Made', 'Made', 'perk', 'native', '{"rules":[],"other":[]}', ?, 'reviewer', 1, now(), now()) returning id`,
      [`made-${unique()}`, organizationUuid],
    );
    return `ofr_${rows[0]?.id}`;
  };
  /** The stranger's claim on such an offer. */
  const newClaim = async (state: string) => {
    const rows = await sql(
      `insert into offer_claim (id, offer_id, user_id, state, facts, created_at, updated_at) values (gen_random_uuid(), ?, ?, ?, '{}', now(), now()) returning id`,
      [(await newOffer()).slice(4), stranger.id.slice(4), state],
    );
    return { claimId: `clm_${rows[0]?.id}` };
  };
  /** A saved plan of one of the demo's people, as a save stores it. */
  const newPlan = async (email: string) => {
    const brief = {
      goal: 'payments',
      capabilities: [],
      stack: [],
      gaps: [],
      steps: [
        { order: 1, title: 'Compare', detail: 'Compare prices.', command: null, tool: null, needsAuthorization: false },
      ],
      perks: [],
      risks: [],
      openQuestions: [],
      notices: [],
    };
    const rows = await sql(
      `insert into saved_plan (id, user_id, title, intent, constraints, brief, digest, catalog_version, created_at, updated_at)
       select gen_random_uuid(), id, 'made', 'payments', '{}', ?::jsonb, 'sha256:made', 1, now(), now() from auth."user" where email = ? returning id`,
      [JSON.stringify(brief), email],
    );
    return { planId: `pln_${rows[0]?.id}` };
  };
  /** A live workflow token of one of the demo's people. */
  const newToken = async (email: string) => {
    const rows = await sql(
      `insert into credential (id, kind, hash, hint, name, user_id, created_at, expires_at)
       select gen_random_uuid(), 'workflow_token', decode(?, 'hex'), 'dai_…made', 'made', id, now(), now() + interval '1 day' from auth."user" where email = ? returning id`,
      [unique(), email],
    );
    return { tokenId: `tok_${rows[0]?.id}` };
  };
  /** A tool of the catalog and the revision that a correction has to name. */
  const newTool = async () => {
    const slug = `made-${unique()}`;
    const rows = await sql(
      `insert into tool (id, slug, name, summary, categories, capabilities, pricing_model, maturity, origin, origin_key, version, created_at, updated_at)
       select gen_random_uuid(), ?, 'Made', 'Made.', '[]', '[]', 'unknown', 'unknown', 'csv', ?, version, now(), now() from catalog_head returning version as id`,
      [slug, slug],
    );
    return { slug, revision: Number(rows[0]?.id), reason: 'a test' };
  };
  /** A public figure that waits for a reviewer. */
  const newHeldMeasure = async () => {
    const rows = await sql(
      `insert into measure_day (kind, subject, day, state, id, value, source, reason, noted_at)
       values ('npm_weekly_downloads', ?, '2026-10-01', 'held', gen_random_uuid(), 0, 'made', 'zero', now()) returning id`,
      [`npm:made-${unique()}`],
    );
    return { id: `msr_${rows[0]?.id}`, decision: 'decline', reason: 'a test' };
  };
  /** An import into the catalog that is done. */
  const newCatalogImport = async () => {
    const rows = await sql(
      `insert into catalog_import (id, format, file_name, digest, status, total, actor, started_at, finished_at)
       values (gen_random_uuid(), 'csv', 'made.csv', 'made', 'done', 0, 'operator', now(), now()) returning id`,
      [],
    );
    return { importId: `imp_${rows[0]?.id}` };
  };
  return {
    newTool,
    newCatalogImport,
    newHeldMeasure,
    newPlan,
    newToken,
    newProduct,
    newKey,
    newMember,
    newFactor,
    newInvitation,
    newOwnInvitation,
    newLetter,
    newImport,
    newOffer,
    newClaim,
    stored,
    storedKey,
  };
}
