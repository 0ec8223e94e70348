import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { submissionOf, submit } from '../setup/intake.js';
import { linkSentTo } from '../setup/people.js';
import { sendRaw } from '../setup/raw.js';

const METRICS_TOKEN = 'a-token-for-metrics';
const logged: string[] = [];
let app: TestApp;
/** Two secrets of a live submission: the receipt reads it, and the confirmation confirms its contact. */
let receipt: string;
let confirmation: string;
beforeAll(async () => {
  app = await startApp({
    env: { LOG_LEVEL: 'trace', METRICS_TOKEN, RATE_LIMIT_SCALE: '100' },
    logTo: { write: (line) => void logged.push(line) },
  });
  const input = submissionOf('tracked_links');
  receipt = (await submit(app, input)).data?.submitIntake?.receipt ?? '';
  confirmation = (await linkSentTo(app, input.contact.email)).split('/').at(-1) ?? '';
});
afterAll(() => app.close());

/** Every path with a secret in it, and what a reader, a scanner or a slip of the hand makes of it. */
const paths = (): string[] => [
  ...[`/submissions/${receipt}`, `/submissions/confirm/${confirmation}`].flatMap((path) => [
    path,
    `${path}/`,
    `${path}.`,
    `${path}/withdraw`,
    `${path}/letter`,
    `${path}/no-such-act`,
    `${path}?letter=sent`,
    `${path}%ff`,
    `${path}%E0%A4`,
    `/${path}`,
    path.replace('/submissions', '/Submissions'),
    path.replace('/submissions', '/%73ubmissions'),
    path.replace('/submissions', '/api/submissions'),
    path.replace('/submissions', '/admin/submissions'),
    path.replace('/submissions', ''),
  ]),
  `/submissions//confirm//${confirmation}`,
  `/api/auth/reset-password/${confirmation}`,
  `/api/auth/reset-password/${confirmation.slice(0, 24)}`,
  `/api/auth/verify-email/${confirmation}`,
  ...['/', '/admin/', '/directory', '/api/auth/verify-email', '/api/directory/context', '/no-such-path', '/readyz'].map(
    (path) => `${path}?token=${confirmation}`,
  ),
];

it.each([
  '/./submissions/confirm/a-short-secret',
  '/x/../submissions/confirm/a-short-secret',
  '/submissions/./confirm/a-short-secret',
  '/submissions/../submissions/a-short-secret',
  '/admin/submissions/confirm/a-short-secret',
  '/x/../api/auth/reset-password/a-short-secret',
  '/submissions/confirm/%ZZa-short-secret',
  '/submissions/confirm/%0Aa-short-secret',
])('a path that leads nowhere is logged without the secret in it: %s', async (path) => {
  const answer = await sendRaw(
    app.url,
    `GET ${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n\r\n`,
  );
  expect([answer.status, answer.headers['referrer-policy']]).toEqual([404, 'no-referrer']);
  expect(logged.join('')).not.toContain('a-short-secret');
});

it('no log line, metric or refusal holds the secret of a path, whatever it is asked with', async () => {
  const secrets = [receipt.split('.')[1] ?? '', confirmation, confirmation.slice(0, 24)];
  expect(secrets.map(({ length }) => length)).toEqual([32, 32, 24]);
  for (const path of paths()) {
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS', 'PATCH']) {
      const reply = await ask(`${app.url}${path}`, { method, headers: { accept: 'text/html' } });
      if (reply.status >= 400)
        for (const secret of secrets) expect(reply.text, `${method} ${path}`).not.toContain(secret);
      if (path.includes('ubmissions/'))
        expect([method, path, reply.headers.get('referrer-policy')]).toEqual([method, path, 'no-referrer']);
    }
    await ask(`${app.url}${path}`, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
    await ask(`${app.url}${path}`, {
      method: 'POST',
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
    });
    await sendRaw(
      app.url,
      `GET ${app.url}${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n\r\n`,
    );
  }
  const metrics = await ask(`${app.url}/metrics`, { token: METRICS_TOKEN });
  const lines = logged.join('');
  expect(lines).toContain('"path":"/submissions/…"');
  expect(lines).toContain('"path":"/submissions/confirm/…"');
  for (const secret of secrets) {
    expect(lines.split('\n').filter((line) => line.includes(secret))).toEqual([]);
    expect(metrics.text).not.toContain(secret);
  }
});
