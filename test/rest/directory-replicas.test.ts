import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
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
  const reported: [string, number, string[]][] = [];
  for (const q of questions) {
    const { body } = await ask<Answer>(`${url}/api/directory/context?q=${encodeURIComponent(q)}&limit=20`);
    reported.push([q, body.total, body.tools.map(({ slug }) => slug)]);
  }
  return reported;
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
    first.app.parts.catalog.changed();
    const third = await startApp({ databaseUrl: first.databaseUrl });
    try {
      expect(await answers(first)).toEqual(await answers(third));
    } finally {
      await third.close();
    }
  });

  it('show a change of one to the first reader of the other after a quiet hour, at every path', async () => {
    const quiet = await startApp({ databaseUrl: first.databaseUrl });
    try {
      const cookie = await signIn(first, first.credentials.users.reviewer);
      const tools = await query<{ slug: string; version: string }>(
        first.databaseUrl,
        `select slug, version from tool where listed and interfaces @> '["mcp"]' order by slug limit 3`,
      );
      const isShown = async ({ url }: TestApp, slug: string): Promise<boolean> => {
        const { data } = await askGraphql<{ tool: { slug: string } | null }>(
          { url },
          'query ($slug: String!) { tool(slug: $slug) { slug } }',
          { slug },
        );
        return data?.tool?.slug === slug;
      };
      const newest = async ({ url }: TestApp) =>
        (await ask<{ asOf: string }>(`${url}/api/directory/changes?limit=1`)).body.asOf;
      const isSeenByFirstReader = async ({ slug, version }: (typeof tools)[number]): Promise<boolean> => {
        expect(await isShown(quiet, slug)).toBe(true);
        await newest(quiet);
        const { errors } = await askGraphql(
          first,
          'mutation ($input: SetToolListedInput!) { setToolListed(input: $input) { slug } }',
          { input: { slug, revision: Number(version), listed: false, reason: 'A test.' } },
          { cookie },
        );
        expect(errors).toEqual([]);
        quiet.clock.move(3_600_000);
        const seen = !(await isShown(quiet, slug));
        expect(await newest(quiet)).toBe(await newest(first));
        await expect.poll(() => isShown(quiet, slug)).toBe(false);
        return seen;
      };
      // A reader waits two seconds for the newer version; a machine that needs longer to read it gets another try.
      let seen = false;
      for (const tool of tools) seen ||= await isSeenByFirstReader(tool);
      expect(seen).toBe(true);
    } finally {
      await quiet.close();
    }
  });
});
