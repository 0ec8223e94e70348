import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';

/** The rows of a tool as a snapshot stores them; its other periods are withheld, which the ledger doesn't look at. */
function rowsOf(cohort: string, label = 'first-party') {
  const row = { tool: { id: 'tol_x', slug: 'x', name: 'X' }, rank: null, label, cohort };
  const other = { ...row, cohort: 'missing' };
  return { '7d': other, '30d': row, '90d': other };
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function publish(day: string, methodology: string, cohorts: readonly ReturnType<typeof rowsOf>[]): Promise<void> {
  const period = JSON.stringify({ categories: [], proof: [], rankings: [] });
  await query(
    app.databaseUrl,
    `insert into adoption_snapshot (day, id, methodology, periods, created_at)
     values ($1, gen_random_uuid(), $2, jsonb_build_object('7d', $3::jsonb, '30d', $3::jsonb, '90d', $3::jsonb), now())`,
    [day, methodology, period],
  );
  await query(
    app.databaseUrl,
    `insert into adoption_snapshot_tool (day, tool_id, rows, basis)
     select $1, gen_random_uuid(), r, '{}' from jsonb_array_elements($2::jsonb) r`,
    [day, JSON.stringify(cohorts)],
  );
  app.app.parts.publishedAdoption.changed();
}

const times = (count: number, row: ReturnType<typeof rowsOf>) => Array.from({ length: count }, () => row);

async function readLedger() {
  const { data } = await askGraphql<{ adoptionMethodology: { exclusions: unknown[] | null } }>(
    app,
    '{ adoptionMethodology { exclusions { day reported suppressed insufficient } } }',
  );
  return data?.adoptionMethodology.exclusions;
}

describe('the ledger of exclusions', () => {
  it('is empty before the first snapshot', async () => {
    expect(await readLedger()).toEqual([]);
    const page = await (await fetch(`${app.url}/methodology`)).text();
    expect(page).toContain('Fewer than ten tools send events so far. That is not zero.');
  });

  it('counts a day once ten tools send events, by class, without samples, silent tools and withdrawn versions', async () => {
    await publish('2026-08-01', 'adoption-v1', times(12, rowsOf('reported')));
    await publish('2026-08-02', 'adoption-v2', [...times(9, rowsOf('reported')), rowsOf('reported', 'sample')]);
    await publish('2026-08-03', 'adoption-v2', [
      ...times(4, rowsOf('reported')),
      ...times(5, rowsOf('insufficient')),
      rowsOf('suppressed'),
      rowsOf('missing', 'missing'),
      rowsOf('reported', 'sample'),
    ]);
    await publish('2026-08-04', 'adoption-v2', [...times(7, rowsOf('reported')), ...times(4, rowsOf('suppressed'))]);
    expect(await readLedger()).toEqual([
      { day: '2026-08-04', reported: 7, suppressed: 4, insufficient: 0 },
      { day: '2026-08-03', reported: 4, suppressed: 1, insufficient: 5 },
    ]);
    const page = await (await fetch(`${app.url}/methodology`)).text();
    expect(page).toMatch(/4 Aug 2026.*<td class="number">7<\/td><td class="number">4<\/td><td class="number">0<\/td>/);
  });

  it('has the last ninety days', async () => {
    await publish('2026-10-31', 'adoption-v2', times(10, rowsOf('reported')));
    await publish('2026-11-01', 'adoption-v2', times(10, rowsOf('reported')));
    expect(await readLedger()).toEqual(
      ['2026-11-01', '2026-10-31', '2026-08-04'].map((day) => expect.objectContaining({ day })),
    );
  });
});
