import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

const FIELDS = 'id productId name type status aliases liveKeys';
interface Product {
  id: string;
  productId: string;
  name: string;
  type: string;
  status: string;
  aliases: string[];
  liveKeys: number;
}
const ask_ = <T>(document: string, variables: Record<string, unknown>, by = company) =>
  askGraphql<T>(app, document, variables, { cookie: by.owner.cookie });
const create = (given: Record<string, unknown>, by = company) =>
  ask_<{ createProduct: Product }>(
    `mutation ($input: CreateProductInput!) { createProduct(input: $input) { ${FIELDS} } }`,
    {
      input: {
        organizationId: by.organizationId,
        productId: `p-${unique()}`,
        name: 'A Product',
        type: 'sdk',
        ...given,
      },
    },
    by,
  );
const update = (productId: string, given: Record<string, unknown>) =>
  ask_<{ updateProduct: Product }>(
    `mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { ${FIELDS} } }`,
    { input: { organizationId: company.organizationId, productId, ...given } },
  );
const read = async (productId: string) =>
  (
    await ask_<{ product: Product }>(
      `query ($o: ID!, $p: String!) { product(organizationId: $o, productId: $p) { ${FIELDS} } }`,
      { o: company.organizationId, p: productId },
    )
  ).data?.product;
const track = (id: string, idempotencyKey = unique()) =>
  ask(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: makeEvent(app, { product: { id, name: 'An API', type: 'api' }, idempotencyKey }),
  });

describe('a product', () => {
  it('is registered under the id that the company chose', async () => {
    const { data } = await create({ productId: 'my.own:id_1-x', name: '  Spaced  ' });
    expect(data?.createProduct).toMatchObject({
      productId: 'my.own:id_1-x',
      name: 'Spaced',
      type: 'sdk',
      status: 'registered',
      aliases: [],
      liveKeys: 0,
    });
    expect(data?.createProduct.id).toMatch(/^prd_/);
    expect(await read('my.own:id_1-x')).toEqual(data?.createProduct);
  });

  it('has an id that no other of the organization has, while another organization may use it too', async () => {
    const productId = `p-${unique()}`;
    await create({ productId });
    expect((await create({ productId })).errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/productId', code: 'taken' }],
    });
    const other = await makeCompany(app);
    expect((await create({ productId }, other)).errors).toEqual([]);
  });

  it('of two that are created at once under one id, one is', async () => {
    const productId = `p-${unique()}`;
    const replies = await Promise.all([create({ productId }), create({ productId }), create({ productId })]);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(replies.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
    ]);
  });

  it('can be listed page by page, each once, in the order of their ids', async () => {
    const other = await makeCompany(app, 'm');
    for (const productId of ['z', 'a', 'Q', 'b-1']) await create({ productId }, other);
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 10; pages += 1) {
      const reply: Awaited<
        ReturnType<typeof ask_<{ products: { items: Product[]; nextCursor: string | null; total: number } }>>
      > = await ask_(
        `query ($o: ID!, $c: String) { products(organizationId: $o, limit: 2, cursor: $c) { items { productId liveKeys } nextCursor total } }`,
        { o: other.organizationId, c: cursor },
        other,
      );
      expect(reply.data?.products.total).toBe(5);
      seen.push(...(reply.data?.products.items.map(({ productId, liveKeys }) => `${productId}:${liveKeys}`) ?? []));
      cursor = reply.data?.products.nextCursor ?? null;
      if (cursor === null) break;
    }
    expect(seen).toEqual(['Q:0', 'a:0', 'b-1:0', 'm:1', 'z:0']);
  });

  it('can be asked for by several ids at once, and no other organization’s comes along', async () => {
    const other = await makeCompany(app, 'm');
    for (const productId of ['z', 'a']) await create({ productId }, other);
    await create({ productId: 'theirs' });
    const named = async (ids: string[] | null) => {
      const reply = await ask_<{ products: { items: Product[]; total: number } }>(
        'query ($o: ID!, $ids: [String!]) { products(organizationId: $o, productIds: $ids) { items { productId } total } }',
        { o: other.organizationId, ids },
        other,
      );
      return reply.data?.products;
    };
    const found = { items: [{ productId: 'm' }, { productId: 'z' }], total: 2 };
    expect(await named(['z', 'm', 'theirs', 'nowhere'])).toEqual(found);
    expect(await named([])).toEqual({ items: [], total: 0 });
    expect(await named(null)).toMatchObject({ total: 3 });
  });
});

describe('aliases', () => {
  it('replace each other, are sorted, and let events call the product by them', async () => {
    const { productId } = company;
    expect(
      (await update(productId, { aliases: ['old-name', 'Another', 'old-name', productId] })).data?.updateProduct
        .aliases,
    ).toEqual(['Another', 'old-name']);
    expect((await track('old-name')).body).toMatchObject({ tracked: true });
    expect((await update(productId, { aliases: ['new-name'] })).data?.updateProduct.aliases).toEqual(['new-name']);
    expect((await read(productId))?.aliases).toEqual(['new-name']);
    expect((await track('old-name')).status).toBe(400);
    expect((await track('new-name')).body).toMatchObject({ tracked: true });
    expect((await update(productId, { aliases: [] })).data?.updateProduct.aliases).toEqual([]);
  });

  it('are unique in the organization: no other product’s id or alias', async () => {
    const [one, two] = [`one-${unique()}`, `two-${unique()}`];
    await create({ productId: one });
    await create({ productId: two });
    await update(one, { aliases: [`${one}-alias`] });
    for (const taken of [one, `${one}-alias`]) {
      const reply = await update(two, { name: 'Not stored', aliases: ['free', taken] });
      expect(reply.errors[0]?.extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/aliases', code: 'taken' }],
      });
    }
    expect((await create({ productId: `${one}-alias` })).errors[0]?.extensions.errors).toMatchObject([
      { pointer: '/productId', code: 'taken' },
    ]);
    expect(await read(two)).toMatchObject({ name: 'A Product', aliases: [] });
  });

  it('leave a stored event a duplicate after its alias is gone', async () => {
    const { productId } = company;
    await update(productId, { aliases: ['short-lived'] });
    const key = unique();
    const first = await track('short-lived', key);
    await update(productId, { aliases: [] });
    expect((await track('short-lived', key)).body).toMatchObject({ duplicate: true, eventId: first.body.eventId });
  });
});

describe('an ignored product', () => {
  it('answers tracked: false from then on, and its stored events stay duplicates', async () => {
    const { productId } = company;
    const key = unique();
    const first = await track(productId, key);
    expect((await update(productId, { status: 'ignored' })).data?.updateProduct.status).toBe('ignored');
    expect((await track(productId)).body).toMatchObject({ tracked: false, ignored: true, reason: 'product_ignored' });
    expect((await track(productId, key)).body).toMatchObject({
      tracked: true,
      duplicate: true,
      eventId: first.body.eventId,
    });
    await update(productId, { status: 'registered' });
    expect((await track(productId)).body).toMatchObject({ tracked: true, duplicate: false });
  });
});
