import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { quickHasher } from '../setup/passwords.js';
import { linkSentTo, makePerson } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '10' } });
});
afterAll(() => app.close());

const post = (path: string, body: unknown, cookie?: string) =>
  ask<{ errors: { pointer: string; code: string }[] }>(`${app.url}/api/auth${path}`, {
    body,
    headers: { origin: app.url },
    ...(cookie ? { cookie } : {}),
  });
const refusalOf = async (reply: ReturnType<typeof post>) => {
  const { status, body } = await reply;
  return [status, body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)];
};

const COMMON = [
  'password',
  'PassWord',
  '12345678',
  'password123',
  ' password ',
  'ｐａｓｓｗｏｒｄ',
  'passw0rd',
  '00000000',
  'ZZZZzzzz',
  'Password1!',
  'Passw0rd!',
  'Aa@123456',
  'Admin@123',
  'Pass@123',
  'P@ssword1!',
  'Qwerty123!',
  'Password123!!',
];
const UNCOMMON = ['correct horse!', 'blue-berry-27', 'Kp@4819zu!', 'password for mail!'];

it('an account is not made with one of the most common passwords', async () => {
  for (const password of COMMON) {
    const email = `${randomUUID()}@people.example`;
    const refused = await refusalOf(post('/sign-up/email', { email, password, name: 'A' }));
    expect([password, ...refused]).toEqual([password, 400, ['/password too_common']]);
    expect(await query(app.databaseUrl, 'select 1 from auth."user" where email = $1', [email])).toEqual([]);
  }
});

it('an account is made with one that only holds a common word', async () => {
  for (const password of UNCOMMON) {
    const email = `${randomUUID()}@people.example`;
    expect([password, ...(await refusalOf(post('/sign-up/email', { email, password, name: 'A' })))]).toEqual([
      password,
      200,
      undefined,
    ]);
  }
});

it('a password is neither changed nor reset to one, and the link of the letter stays', async () => {
  const person = await makePerson(app);
  await post('/request-password-reset', { email: person.email });
  const token = /token=([^&]+)/.exec(await linkSentTo(app, person.email))?.[1];
  for (const newPassword of COMMON.slice(0, 3)) {
    const change = { currentPassword: person.password, newPassword };
    for (const reply of [
      post('/change-password', change, person.cookie),
      post('/reset-password', { token, newPassword }),
    ])
      expect(await refusalOf(reply)).toEqual([400, ['/newPassword too_common']]);
  }
  expect((await post('/sign-in/email', { email: person.email, password: person.password })).status).toBe(200);
  expect((await post('/reset-password', { token, newPassword: 'a rarer password' })).status).toBe(200);
  expect((await post('/sign-in/email', { email: person.email, password: 'a rarer password' })).status).toBe(200);
});

it('an account that has one from before signs in with it', async () => {
  const person = await makePerson(app);
  await query(app.databaseUrl, 'update auth.account set password = $1 where "userId" = $2', [
    await quickHasher.hash('password123'),
    person.id.slice(4),
  ]);
  expect((await post('/sign-in/email', { email: person.email, password: 'password123' })).status).toBe(200);
});
