import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../server/platform/database/migrations/index.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { query } from '../setup/database.js';

const name = `t_statement_${randomUUID().slice(0, 8)}`;
let url: string;
beforeAll(async () => {
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
  const address = new URL(inject('ownerUrl'));
  address.pathname = `/${name}`;
  url = address.toString();
});
afterAll(() => query(inject('superuserUrl'), `drop database ${name} with (force)`));

const DAY = '2026-11-10';
const APPROVED = `${DAY}T09:30:00Z`;
const byApproval = (at: string, facts: string[]) => ({ url: at, readAt: DAY, facts });
const TOOL_FACTS = ['name', 'summary', 'vendor', 'website', 'categories', 'docs.url'];

const putTool = (slug: string, origin: string, sources: object[], edited: string | null = null) =>
  query(
    url,
    `insert into tool (id, slug, name, summary, website, docs_url, signup_url, categories, capabilities, pricing_model, maturity, origin, origin_key,
       sources, edited_at, version, created_at, updated_at)
     values ($1, $2, $2, $2, 'https://vendor.example/', 'https://vendor.example/docs', null, '[]', '[]', 'unknown', 'unknown', $3, $2, $4, $5, 0, $6, $6)`,
    [randomUUID(), slug, origin, JSON.stringify(sources), edited, APPROVED],
  );
const putOffer = (slug: string, origin: string, given: { confirmed?: string; read?: string; sources: object[] }) =>
  query(
    url,
    `insert into offer (id, slug, title, summary, kind, claim, url, eligibility, origin, origin_key, sources, last_read_at, last_confirmed_at, version,
       created_at, updated_at)
     values ($1, $2, $2, $2, 'perk', 'provider_link', 'https://vendor.example/perk', '{}', $3, $2, $4, $5, $6, 0, $7, $7)`,
    [randomUUID(), slug, origin, JSON.stringify(given.sources), given.read ?? null, given.confirmed ?? null, APPROVED],
  );
async function putChangeOf(slug: string): Promise<void> {
  const id = randomUUID();
  await query(
    url,
    `insert into intake_submission (id, kind, state, secret_hash, contact_name, contact_email, organization_name, organization_domain, fields,
       fingerprint, domain_challenge, submitted_at, decided_at, created_at, updated_at, expires_at)
     values ($1, 'tracked_links', 'published', '', '', '', '', '', '{}', '', '', $2, $2, $2, $2, $2)`,
    [id, APPROVED],
  );
  const before = { slug, docsUrl: 'https://vendor.example/old', signupUrl: null, pricingUrl: null };
  const records = [
    { type: 'tool', action: 'update', key: slug, before, after: { ...before, docsUrl: 'https://vendor.example/docs' } },
  ];
  await query(
    url,
    `insert into intake_draft (id, submission_id, revision, rule_set, inputs, inputs_digest, checks, triage, records, created_at)
     values ($1, $2, 1, '', '{}', '', '[]', '{}', $3, $4)`,
    [randomUUID(), id, JSON.stringify(records), APPROVED],
  );
}

describe('records that approvals wrote before statements had a place of their own', () => {
  it('are statements after the upgrade, and what a person read since stays read', async () => {
    const orm = await openOrm(url, [], 2);
    const before = migrations.findIndex((one) => one.name === '0032-vendor-statement') - 1;
    await orm.migrator.up({ to: migrations[before]?.name ?? '' });
    const website = byApproval('https://vendor.example/', TOOL_FACTS);
    const later = { url: 'https://vendor.example/about', readAt: '2026-11-20', facts: ['summary'] };
    await putTool('approved', 'intake', [website]);
    await putTool(
      'corrected',
      'intake',
      [byApproval('https://vendor.example/', ['name']), later],
      '2026-11-20T00:00:00Z',
    );
    await putTool('starter', 'starter', [website]);
    await putTool('changed', 'starter', [
      { url: 'https://read.example/', readAt: '2026-01-02', facts: ['name', 'docs.url'] },
    ]);
    await putTool('read-since', 'starter', [{ ...later, facts: ['docs.url'] }]);
    await putChangeOf('changed');
    await putChangeOf('read-since');
    const terms = { ...byApproval('https://vendor.example/terms', ['title', 'value', 'url']), via: null };
    await putOffer('approved', 'intake', { sources: [terms], confirmed: `${DAY}T00:00:00Z` });
    await putOffer('read-since', 'intake', {
      sources: [terms, later],
      confirmed: `${DAY}T00:00:00Z`,
      read: '2026-11-20T00:00:00Z',
    });
    await putOffer('imported', 'csv', { sources: [terms], confirmed: `${DAY}T00:00:00Z` });
    await migrate(url);
    await orm.close();
    const facts = ['title', 'summary', 'kind', 'vendor', 'value', 'url', 'eligibility'];
    expect(await query(url, 'select slug, sources, statements from tool order by slug')).toEqual([
      {
        slug: 'approved',
        sources: [],
        statements: [{ url: 'https://vendor.example/', approvedOn: DAY, facts: TOOL_FACTS }],
      },
      {
        slug: 'changed',
        sources: [{ url: 'https://read.example/', readAt: '2026-01-02', facts: ['name'] }],
        statements: [{ url: 'https://vendor.example/docs', approvedOn: DAY, facts: ['docs.url'] }],
      },
      {
        slug: 'corrected',
        sources: [later],
        statements: [{ url: 'https://vendor.example/', approvedOn: DAY, facts: ['name'] }],
      },
      { slug: 'read-since', sources: [{ ...later, facts: ['docs.url'] }], statements: [] },
      { slug: 'starter', sources: [website], statements: [] },
    ]);
    expect(
      await query(
        url,
        'select slug, label, last_confirmed_at is null as unconfirmed, sources, statements from offer order by slug',
      ),
    ).toEqual([
      {
        slug: 'approved',
        label: 'missing',
        unconfirmed: true,
        sources: [],
        statements: [{ url: 'https://vendor.example/terms', approvedOn: DAY, facts }],
      },
      { slug: 'imported', label: 'public-source', unconfirmed: false, sources: [terms], statements: [] },
      {
        slug: 'read-since',
        label: 'public-source',
        unconfirmed: true,
        sources: [later],
        statements: [{ url: 'https://vendor.example/terms', approvedOn: DAY, facts }],
      },
    ]);
    expect(
      await query(url, 'select slug from tool where version = (select version from catalog_head) order by slug'),
    ).toEqual([{ slug: 'approved' }, { slug: 'changed' }, { slug: 'corrected' }]);
  });
});
