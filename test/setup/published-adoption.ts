import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { query } from './database.js';

/** A tool's row in a day's snapshot; `null` developers stand for a row of that cohort without a number. */
export interface PublishedDay {
  readonly day: string;
  readonly cohort: 'reported' | 'suppressed' | 'insufficient';
  readonly developers: number | null;
}

const NO_SHARES = { activation: null, return: null, steadyUse: null, toolSuccess: null };

/** Stores snapshots of one tool, as the daily job writes them, so that a page can be looked at without months of events. */
export async function publishDays(app: TestApp, slug: string, days: readonly PublishedDay[]): Promise<void> {
  const tool = (await app.app.parts.catalog.read()).bySlug.get(slug);
  if (!tool) throw new Error(`the catalog has no ${slug}`);
  const share = (count: number | null, of: number): number | null => count && Math.round((count * of) / 5) * 5;
  for (const { day, cohort, developers } of days) {
    const row = {
      rank: null,
      tool: { id: tool.id, slug, name: tool.name },
      label: 'first-party',
      cohort,
      developers,
      accounts: share(developers, 0.4),
      activated: share(developers, 0.7),
      retained: share(developers, 0.3),
      events: share(developers, 9),
      shares: NO_SHARES,
      change: null,
      score: null,
      grade: null,
      coverage: cohort === 'reported' ? 0.55 : null,
      components: [],
    };
    const others = { categories: [], proof: [], rankings: [] };
    await query(
      app.databaseUrl,
      `insert into adoption_snapshot (day, id, methodology, periods, created_at) values ($1, $2, 'adoption-v2', $3, now())`,
      [day, randomUUID(), JSON.stringify({ '7d': others, '30d': others, '90d': others })],
    );
    await query(
      app.databaseUrl,
      'insert into adoption_snapshot_tool (day, tool_id, rows, basis) values ($1, $2, $3, $4)',
      [
        day,
        tool.id.slice(4),
        JSON.stringify({
          '7d': {
            ...row,
            cohort: 'suppressed',
            developers: null,
            accounts: null,
            activated: null,
            retained: null,
            events: null,
            coverage: null,
          },
          '30d': { ...row, activated: null, retained: null, events: null },
          '90d': row,
        }),
        '{}',
      ],
    );
  }
  app.app.parts.publishedAdoption.changed();
}
