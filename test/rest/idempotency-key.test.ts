import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDraft } from '../../rest-shims/api/workflow/projects/draft.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const [example] = Object.values(createDraft.body?.examples ?? {});
const draft = (key: string) =>
  ask<{ errors?: { pointer: string; code: string }[] }>(`${app.url}${createDraft.path}`, {
    token: app.credentials.workflowToken,
    headers: { 'idempotency-key': key },
    body: example?.value,
  });
const replayed = async (key: string) => (await draft(key)).headers.get('idempotent-replayed');

it('takes a key in quotes and the same without for one key', async () => {
  const key = randomUUID();
  expect([await replayed(key), await replayed(`"${key}"`)]).toEqual([null, 'true']);
});

it('takes a comma inside of quotes for a part of the key, and reads what is escaped', async () => {
  const key = `${randomUUID().slice(0, 8)},b`;
  expect([await replayed(`"${key}"`), await replayed(`"${key}"`)]).toEqual([null, 'true']);
  const bare = `a"${randomUUID()}`;
  expect([await replayed(bare), await replayed(`"${bare.replace('"', '\\"')}"`)]).toEqual([null, 'true']);
});

it.each(['a, b', '"a", "b"', '"a', '"a"b', '"a\\b"'])('refuses %s', async (key) => {
  const { status, body } = await draft(key);
  expect([status, body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
    400,
    ['/idempotencyKey malformed_key'],
  ]);
});

it('refuses two headers, whatever they would be together', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${app.url}${createDraft.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.credentials.workflowToken}`,
        'content-type': 'application/json',
        'idempotency-key': ['"a', 'b"'],
      },
    });
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(example?.value));
  });
  expect(status).toBe(400);
});
