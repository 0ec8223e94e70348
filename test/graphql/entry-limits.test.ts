import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, type GraphqlReply } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { giveRole, makeOrganization, makePerson, type Person } from '../setup/people.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';

let app: SourcedApp;
let owner: Person;
let organizationId: string;
beforeAll(async () => {
  app = await startSourcedApp();
  ({ organizationId, owner } = await makeOrganization(app));
});
afterAll(() => app.close());

type Create = () => Promise<GraphqlReply<Record<string, unknown>>>;

const create =
  (name: string, input: () => Record<string, unknown>, key?: () => string): Create =>
  () => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const [declared, given] = key ? [', $key: String', ', idempotencyKey: $key'] : ['', ''];
    return askGraphql(
      app,
      `mutation ($input: ${type}!${declared}) { ${name}(input: $input${given}) { __typename } }`,
      { input: input(), ...(key ? { key: key() } : {}) },
      { cookie: owner.cookie },
    );
  };

/** Copies of the newest row of a table, each with an id and names of its own. */
const copy = (table: string, of: string, count: number, changes = '{}'): Promise<unknown> =>
  query(
    app.databaseUrl,
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes})).*
       from (select * from ${table} where ${of} limit 1) t, generate_series(1, ${count}) n`,
  );
const uuid = (id: string): string => id.slice(4);
const ofOwner = () => `user_id = '${uuid(owner.id)}'`;
const ofOrganization = () => `organization_id = '${uuid(organizationId)}'`;
const NEW_ID = `jsonb_build_object('id', gen_random_uuid())`;

interface Kind {
  readonly what: string;
  readonly max: number;
  /** The bound as the refusal names it. */
  readonly bound: RegExp;
  readonly create: Create;
  /** Adds so many rows beside the first. */
  seed(count: number): Promise<unknown>;
  readonly rows: () => string;
}

const view = () => ({ organizationId, page: 'overview', name: `v-${randomUUID()}`, parameters: { days: 30 } });
const namedView = `${NEW_ID} || jsonb_build_object('name', 'seed-' || n)`;

const kinds: Kind[] = [
  {
    what: 'organizations that a person owns',
    max: 20,
    bound: /20 organizations/,
    create: create('createOrganization', () => ({ name: 'One more' })),
    seed: (count) =>
      query(
        app.databaseUrl,
        `with made as (insert into organization (id, name) select gen_random_uuid(), 'Seeded' from generate_series(1, $1) returning id)
         insert into member (organization_id, user_id, role) select id, $2, 'owner' from made`,
        [count, uuid(owner.id)],
      ),
    rows: () => `from member where ${ofOwner()} and role = 'owner'`,
  },
  {
    what: 'plans of a person',
    max: 500,
    bound: /500 saved plans/,
    create: create('savePlan', () => ({ intent: 'payments' })),
    seed: (count) => copy('saved_plan', ofOwner(), count, NEW_ID),
    rows: () => `from saved_plan where ${ofOwner()}`,
  },
  {
    what: 'skills of a person',
    max: 500,
    bound: /500 imported skills/,
    create: create(
      'importAgentSkill',
      () => ({ skillUrl: app.skillUrl, confirm: true, status: 'DRAFT' }),
      () => randomUUID(),
    ),
    seed: (count) => copy('agent_skill', ofOwner(), count, NEW_ID),
    rows: () => `from agent_skill where ${ofOwner()}`,
  },
  {
    what: 'live workflow tokens of a person',
    max: 50,
    bound: /50 live workflow tokens/,
    create: create('createWorkflowToken', () => ({ name: 'One more', scopes: ['tools:read'] })),
    seed: (count) =>
      copy(
        'credential',
        ofOwner(),
        count,
        `${NEW_ID} || jsonb_build_object('hash', '\\x' || encode(sha256(convert_to('seed-' || n, 'utf8')), 'hex'))`,
      ),
    rows: () => `from credential where ${ofOwner()} and revoked_at is null and expires_at > now()`,
  },
  {
    what: 'projects of a person that are not archived',
    max: 500,
    bound: /500 projects/,
    create: () =>
      askGraphql(
        app,
        'mutation ($input: ProjectDraftInput!) { createProjectDraft(input: $input) { reviewUrl } }',
        { input: { title: 'One more', summary: 'A made project.' } },
        { cookie: owner.cookie },
      ),
    seed: (count) => copy('project', ofOwner(), count, `${NEW_ID} || jsonb_build_object('slug', 'seed-' || n)`),
    rows: () => `from project where ${ofOwner()} and status <> 'ARCHIVED'`,
  },
  {
    what: 'saved views of a person in an organization',
    max: 50,
    bound: /50 saved views/,
    create: create('saveView', () => ({ ...view(), shared: false })),
    seed: (count) => copy('saved_view', `${ofOwner()} and ${ofOrganization()}`, count, namedView),
    rows: () => `from saved_view where ${ofOrganization()} and ${ofOwner()}`,
  },
  {
    what: 'shared views of an organization',
    max: 50,
    bound: /50 shared views/,
    create: create('saveView', () => ({ ...view(), shared: true })),
    seed: (count) => copy('saved_view', `user_id is null and ${ofOrganization()}`, count, namedView),
    rows: () => `from saved_view where ${ofOrganization()} and user_id is null`,
  },
  {
    what: 'declared accounts of an organization',
    max: 5_000,
    bound: /5,000 customer accounts/,
    create: create('declareAccount', () => ({ organizationId, domain: `${randomUUID()}.example` })),
    seed: (count) =>
      copy('customer_account', ofOrganization(), count, `jsonb_build_object('domain', 'seed-' || n || '.example')`),
    rows: () => `from customer_account where ${ofOrganization()}`,
  },
  {
    what: 'products of an organization',
    max: 200,
    bound: /200 products/,
    create: create('createProduct', () => ({ organizationId, productId: `p-${randomUUID()}`, name: 'P', type: 'api' })),
    seed: (count) =>
      copy('product', ofOrganization(), count, `${NEW_ID} || jsonb_build_object('product_id', 'seed-' || n)`),
    rows: () => `from product where ${ofOrganization()}`,
  },
  {
    what: 'webhooks of an organization',
    max: 200,
    bound: /200 webhooks/,
    create: () =>
      askGraphql(
        app,
        'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
        { input: { organizationId, url: 'https://example.com/in', accountFirstEvent: true } },
        { cookie: owner.cookie },
      ),
    seed: (count) => copy('webhook_endpoint', ofOrganization(), count, NEW_ID),
    rows: () => `from webhook_endpoint where ${ofOrganization()}`,
  },
  {
    what: 'open invitations of an organization',
    max: 1_000,
    bound: /1,000 open invitations/,
    create: create('inviteMember', () => ({
      organizationId,
      email: `${randomUUID()}@people.example`,
      role: 'member',
    })),
    seed: (count) =>
      copy(
        'invitation',
        ofOrganization(),
        count,
        `${NEW_ID} || jsonb_build_object('email', 'seed-' || n || '@people.example')`,
      ),
    rows: () => `from invitation where ${ofOrganization()} and revoked_at is null and accepted_at is null`,
  },
];

describe('the entries of one owner', () => {
  const counted = async (rows: string): Promise<number> => {
    const [row] = await query<{ count: number }>(app.databaseUrl, `select count(*)::int as count ${rows}`);
    return row?.count ?? -1;
  };

  it.each(kinds)('are at most $max $what, also when they are made at once', async (kind) => {
    const { max, bound, seed, rows } = kind;
    if ((await counted(rows())) === 0) expect((await kind.create()).errors).toEqual([]);
    await seed(max - 1 - (await counted(rows())));
    expect(await counted(rows())).toBe(max - 1);
    const replies = await Promise.all([kind.create(), kind.create(), kind.create()]);
    const refused = replies.filter(({ errors }) => errors.length > 0);
    expect(refused).toHaveLength(2);
    for (const { errors } of refused)
      expect(errors[0]?.extensions).toMatchObject({
        code: 'ENTRY_LIMIT',
        status: 409,
        limit: max,
        detail: expect.stringMatching(bound),
      });
    expect(await counted(rows())).toBe(max);
  });

  it('are at most 20 organizations of a person also where another makes them an owner', async () => {
    const [person, { organizationId: joined, owner: other }] = [await makePerson(app), await makeOrganization(app)];
    await query(
      app.databaseUrl,
      `with made as (insert into organization (id, name) select gen_random_uuid(), 'Seeded' from generate_series(1, 20) returning id)
       insert into member (organization_id, user_id, role) select id, $1, 'owner' from made`,
      [uuid(person.id)],
    );
    const act = async (name: string, input: Record<string, unknown>, by: Person) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${name === 'inviteMember' ? 'id' : '__typename'} } }`;
      return askGraphql<Record<string, { id: string }>>(app, document, { input }, { cookie: by.cookie });
    };
    const isFull = { code: 'ENTRY_LIMIT', status: 409, limit: 20 };
    const invite = async (role: string) =>
      (await act('inviteMember', { organizationId: joined, email: person.email, role }, other)).data?.inviteMember?.id;

    const asOwner = { invitationId: await invite('owner') };
    expect((await act('acceptInvitation', asOwner, person)).errors[0]?.extensions).toMatchObject(isFull);
    await giveRole(app, joined, person, 'member');
    const change = (role: string) =>
      act('changeMemberRole', { organizationId: joined, userId: person.id, role }, other);
    expect((await change('owner')).errors[0]?.extensions).toMatchObject(isFull);
    expect((await change('admin')).errors).toEqual([]);
    const [{ count } = { count: -1 }] = await query<{ count: number }>(
      app.databaseUrl,
      `select count(*)::int as count from member where user_id = $1 and role = 'owner'`,
      [uuid(person.id)],
    );
    expect(count).toBe(20);
  });

  it('may be declared again at the bound, for nothing is added', async () => {
    const repeated = await askGraphql(
      app,
      'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
      { input: { organizationId, domain: 'seed-1.example' } },
      { cookie: owner.cookie },
    );
    expect(repeated.errors).toEqual([]);
  });

  it('do not count against another owner', async () => {
    const other = await makePerson(app);
    const made = await askGraphql(
      app,
      'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id } }',
      { input: { name: 'Another' } },
      { cookie: other.cookie },
    );
    expect(made.errors).toEqual([]);
  });

  it('have their bounds in the documentation', () => {
    const text = readFileSync('docs/operations.md', 'utf8');
    for (const { what, max } of kinds) expect(text, what).toMatch(new RegExp(`\\| ${max.toLocaleString('en-US')} \\|`));
  });
});
