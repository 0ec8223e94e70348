import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableRules } from '../../server/platform/database/tables.js';
import { asGateway, freshDatabase } from '../setup/database.js';

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: asGateway(database.url) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Whether a statement is allowed to automation's role; what it would change is rolled back. */
async function allows(sql: string): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query('set local role dai_intake');
    await client.query(sql);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return false;
    return true; // it got as far as the values
  } finally {
    await client.query('rollback');
  }
}

describe('the role of automation', () => {
  it('writes the tables that it prepares, and no other table of the schema', async () => {
    const written: string[] = [];
    for (const table of Object.keys(tableRules)) {
      const [schema, name = ''] = table.includes('.') ? table.split('.') : ['public', table];
      const quoted = `${schema}."${name}"`;
      const { rows } = await client.query<{ attname: string }>(
        `select a.attname from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [quoted],
      );
      const updates = rows.filter(({ attname }) => attname !== 'id').map(({ attname }) => attname);
      if (await allows(`insert into ${quoted} default values`)) written.push(`${table}: insert`);
      if (await allows(`delete from ${quoted}`)) written.push(`${table}: delete`);
      if (await allows(`truncate ${quoted}`)) written.push(`${table}: truncate`);
      for (const column of updates)
        if (await allows(`update ${quoted} set "${column}" = null`)) written.push(`${table}: ${column}`);
    }
    expect(written.toSorted()).toEqual(
      [
        'intake_draft: insert',
        'intake_history: insert',
        'intake_letter: insert',
        ...[
          'state',
          'revision',
          'priority',
          'score',
          'route',
          'missing',
          'risks',
          'checks_failed',
          'checks_unknown',
          'drafted_at',
          'updated_at',
        ].map((column) => `intake_submission: ${column}`),
      ].toSorted(),
    );
  });

  it('makes no table and adds no job', async () => {
    expect(await allows('create table intake_own (id int)')).toBe(false);
    expect(await allows(`select enqueue_job('send_letter', '{}', 'x', null)`)).toBe(false);
  });
});
