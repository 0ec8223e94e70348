import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';

/** Questions of every kind, out of the judged set. */
const questions = (JSON.parse(readFileSync('bench/judged/queries.json', 'utf8')) as { q: string }[])
  .map(({ q }) => q)
  .filter((_q, index) => index % 3 === 0);

interface Answer {
  receipt: { resultDigest: string };
  total: number;
  tools: { slug: string }[];
}

let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await startApp();
  second = await startApp({ databaseUrl: first.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const answers = async ({ url }: TestApp): Promise<[string, number, string[]][]> => {
  const told: [string, number, string[]][] = [];
  for (const q of questions) {
    const { body } = await ask<Answer>(`${url}/api/directory/context?q=${encodeURIComponent(q)}&limit=20`);
    told.push([q, body.total, body.tools.map(({ slug }) => slug)]);
  }
  return told;
};

describe('several gateways on one catalog', () => {
  it('answer alike, also when one has followed the changes and the other has just started', async () => {
    expect(await answers(second)).toEqual(await answers(first));
    await query(first.databaseUrl, 'update catalog_head set version = version + 1, changed_at = now()');
    await query(
      first.databaseUrl,
      `update tool set name = reverse(name), summary = 'Send transactional e-mail, payments and databases.',
         listed = abs(hashtext(slug)) % 2 = 0, version = (select version from catalog_head), updated_at = now()
       where abs(hashtext(slug)) % 7 = 0`,
    );
    first.app.platform.services.catalog.changed();
    const third = await startApp({ databaseUrl: first.databaseUrl });
    try {
      expect(await answers(first)).toEqual(await answers(third));
    } finally {
      await third.close();
    }
  });
});
