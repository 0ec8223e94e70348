import { expect, inject, it } from 'vitest';
import { startApp } from '../setup/app.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeDemo } from '../setup/demo.js';
import { askContext, refusalIn } from '../setup/enterprise.js';

it('gives the demo of an earlier release agent keys that answer, once', async () => {
  const database = await freshDatabase('template_demo');
  const { freePlanEnterpriseKey: _key, freePlanProductId: _product, users, ...earlier } = inject('demo');
  const { freePlanOwner: _owner, ...people } = users;
  // A release before wrote no creator beside the key, and no organization with the free plan.
  await query(database.url, `update credential set created_by = null where kind = 'enterprise_key'`);
  await query(database.url, `update organization set plan = 'free', plan_since = null where plan = 'paid'`);
  const made = await makeDemo(database.url, { ...earlier, users: people });
  expect(made).toMatchObject({ trackingKey: earlier.trackingKey, freePlanProductId: 'free-api' });
  expect(made.users.freePlanOwner.password).toBeTruthy();
  const app = await startApp({ databaseUrl: database.url });
  const planOf = async (token: string) => (await askContext(app, { token })).data?.enterpriseContext.plan.id;
  expect(await planOf(made.enterpriseKey)).toBe('paid');
  expect(await planOf(made.freePlanEnterpriseKey)).toBe('free');
  expect(refusalIn(await askContext(app, { token: earlier.enterpriseKey }))).toBe('401 revoked');
  expect(await makeDemo(database.url, made)).toEqual(made);
  await app.close();
  await database.drop();
});
