import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { newHackathon } from '../setup/calls.intake.js';
import { query } from '../setup/database.js';
import { publishDays } from '../setup/published-adoption.js';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The moment at which a page changed last, as the sitemap has it. */
async function changed(path: string): Promise<string | undefined> {
  const { text } = await ask(`${app.url}/sitemap.xml`);
  const entry = text.split('<url>').find((one) => one.includes(`<loc>${app.url}${path}</loc>`));
  return entry?.match(/<lastmod>(.*?)<\/lastmod>/)?.[1];
}

describe('in the sitemap', () => {
  it.each(['/methodology', '/docs', '/docs/guides/citing', '/docs/guides/mcp'])(
    '%s has the day of its text, which comes with the product, whatever time it is',
    async (path) => {
      const day = await changed(path);
      expect(day).toMatch(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/);
      app.clock.move(40 * DAY_MS);
      expect(await changed(path)).toBe(day);
      app.clock.move(-40 * DAY_MS);
    },
  );

  it('the methodology changes with the ledger of exclusions below it, which waits until ten tools report', async () => {
    const before = await changed('/methodology');
    const publish = async (daysAgo: number, tools: number) => {
      const day = new Date(app.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
      await publishDays(app, 'stripe', [{ day, cohort: 'reported', developers: 40 }]);
      await query(
        app.databaseUrl,
        `insert into adoption_snapshot_tool (day, tool_id, rows, basis)
         select day, gen_random_uuid(), rows, basis from adoption_snapshot_tool cross join generate_series(2, $2::int) where day = $1`,
        [day, tools],
      );
      app.app.parts.publishedAdoption.changed();
    };
    await publish(3, 9);
    expect(await changed('/methodology')).toBe(before);
    await publish(2, 10);
    const [made] = await query<{ at: Date }>(app.databaseUrl, 'select max(created_at) as at from adoption_snapshot');
    expect(await changed('/methodology')).toBe(made?.at.toISOString());
  });

  it('the list of hackathons changes with the newest passport', async () => {
    const newest = async () => {
      await newHackathon(app);
      const [made] = await query<{ at: Date }>(app.databaseUrl, 'select max(published_at) as at from hackathon_event');
      return made?.at.toISOString();
    };
    const first = await newest();
    expect(await changed('/h')).toBe(first);
    const second = await newest();
    expect(second).not.toBe(first);
    expect(await changed('/h')).toBe(second);
  });
});
