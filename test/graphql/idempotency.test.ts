import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { makePerson, type Person } from '../setup/people.js';

let app: TestApp;
/** A second process on the same database. */
let replica: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  person = await makePerson(app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const create = (idempotencyKey: string | null, name: string, { cookie } = person, at = app) =>
  askGraphql<{ createOrganization: { id: string; name: string } | null }>(
    at,
    'mutation ($input: CreateOrganizationInput!, $key: String) { createOrganization(input: $input, idempotencyKey: $key) { id name } }',
    { input: { name }, key: idempotencyKey },
    { cookie },
  );
const made = async (name: string) =>
  (await query(app.databaseUrl, 'select 1 from organization where name = $1', [name])).length;
const codeOf = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;
/** A process that took the key and has not answered: its hold ends after so many seconds. */
const hold = (key: string, seconds: number) =>
  query(
    app.databaseUrl,
    `update idempotent_request set answer = null, held_until = now() + make_interval(secs => $2) where key = $1`,
    [key, seconds],
  );

describe('an idempotency key on a create', () => {
  it('gets the first answer again, marked as replayed, also from another replica', async () => {
    const [key, name] = [unique(), `Replayed ${unique()}`];
    const first = await create(key, name);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (const at of [app, replica]) {
      const again = await create(key, name, person, at);
      expect(again.data).toEqual(first.data);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await made(name)).toBe(1);
  });

  it('is 409 with another body, and makes nothing of it', async () => {
    const [key, name] = [unique(), `First ${unique()}`];
    await create(key, name);
    const other = await create(key, `${name} changed`);
    expect(other.errors[0]?.extensions).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 409, retryable: false });
    expect(await made(`${name} changed`)).toBe(0);
  });

  it('is each person’s own and each operation’s own', async () => {
    const [key, name] = [unique(), `Own ${unique()}`];
    const other = await makePerson(app);
    const [mine, theirs] = [await create(key, name), await create(key, name, other)];
    expect(theirs.data?.createOrganization?.id).not.toBe(mine.data?.createOrganization?.id);
    const product = await askGraphql(
      app,
      'mutation ($input: CreateProductInput!, $key: String) { createProduct(input: $input, idempotencyKey: $key) { id } }',
      { input: { organizationId: mine.data?.createOrganization?.id, productId: 'p', name, type: 'api' }, key },
      { cookie: person.cookie },
    );
    expect(product.errors).toEqual([]);
  });

  it('of several that come at once has one effect; the others wait or get the first answer', async () => {
    const [key, name] = [unique(), `At once ${unique()}`];
    const replies = await Promise.all([app, replica, app, replica, app].map((at) => create(key, name, person, at)));
    expect(await made(name)).toBe(1);
    const ids = new Set(replies.flatMap(({ data }) => data?.createOrganization?.id ?? []));
    expect(ids.size).toBe(1);
    for (const reply of replies.filter(({ errors }) => errors.length)) {
      expect(reply.errors[0]?.extensions).toMatchObject({
        code: 'IDEMPOTENCY_IN_PROGRESS',
        status: 409,
        retryable: true,
      });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    expect((await create(key, name)).data?.createOrganization?.id).toBe([...ids][0]);
  });

  it('is in progress while a process holds it, and free for the same body once that process is gone for 30 s', async () => {
    const [key, name] = [unique(), `Held ${unique()}`];
    await create(key, name);
    await hold(key, 20);
    expect(codeOf(await create(key, name))).toBe('IDEMPOTENCY_IN_PROGRESS');
    expect(codeOf(await create(key, `${name} changed`))).toBe('IDEMPOTENCY_CONFLICT');
    await hold(key, -1);
    const after = await create(key, name);
    expect(after.data?.createOrganization?.name).toBe(name);
    expect(after.headers.get('idempotent-replayed')).toBeNull();
    expect(await made(name)).toBe(2);
  });

  it('is held for 30 s and kept for 24 h', async () => {
    const key = unique();
    await create(key, 'Kept');
    const rows = await query<{ held: number; stored: number }>(
      app.databaseUrl,
      `select extract(epoch from held_until - now())::int as held, extract(epoch from expires_at - now())::int as stored from idempotent_request where key = $1`,
      [key],
    );
    expect(rows[0]?.held).toBeGreaterThan(20);
    expect(rows[0]?.held).toBeLessThanOrEqual(30);
    expect(rows[0]?.stored).toBeGreaterThan(86_300);
    expect(rows[0]?.stored).toBeLessThanOrEqual(86_400);
    await query(app.databaseUrl, `update idempotent_request set expires_at = now() - interval '1 s' where key = $1`, [
      key,
    ]);
    expect((await create(key, 'Another body by now')).errors).toEqual([]);
  });

  it('keeps no refusal: the corrected request may use it', async () => {
    const key = unique();
    expect(codeOf(await create(key, '   '))).toBe('VALIDATION_FAILED');
    expect((await create(key, 'Corrected')).errors).toEqual([]);
  });

  const malformed = ['', 'with space', 'ünï', 'x'.repeat(256), 'a\u0000b', 'new\nline'];
  it.each(malformed.map((key) => [JSON.stringify(key).slice(0, 20), key]))(
    'of the form %s is refused',
    async (_shown, key) => {
      const reply = await create(key, 'Never');
      expect(reply.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/idempotencyKey', code: 'pattern' }]);
      expect(await made('Never')).toBe(0);
    },
  );
});
