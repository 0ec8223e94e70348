import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../server/platform/database/migrations/index.js';
import { checkMigrations } from '../../server/platform/database/migrations.check.js';
import { migrate, migrateSingly, openOrm } from '../../server/platform/database/orm.js';
import { readSchemaState, refuseOlderSchema } from '../../server/platform/database/schema.check.js';
import { VERSION } from '../../server/platform/version.js';
import { query } from '../setup/database.js';

const name = `t_singly_${randomUUID().slice(0, 8)}`;
const BEFORE = '0104-registry-dates';
const FAILS = '0106-plan-letters';
const from = migrations.findIndex((one) => one.name === BEFORE) + 1;
const fails = migrations.findIndex((one) => one.name === FAILS);

let url: string;
let orm: MikroORM;
beforeAll(async () => {
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
  url = Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).toString();
  orm = await openOrm(url, [], 2);
  await orm.migrator.up({ to: BEFORE });
  await query(url, 'create table plan_letter_link (someones boolean)'); // the last statements of the migration find it in their way
});
afterAll(async () => {
  await orm.close();
  await query(inject('superuserUrl'), `drop database ${name} with (force)`);
});

const applied = async (): Promise<string[]> =>
  (await query<{ name: string }>(url, 'select name from schema_migration order by id')).map((row) => row.name);
const namesUpTo = (end: number): string[] => migrations.slice(0, end).map((one) => one.name);

describe('migrations of which each has a transaction of its own', () => {
  it('stay up to the one that fails, which leaves nothing and is named with what to do', async () => {
    await expect(migrateSingly(orm)).rejects.toThrow(
      new RegExp(
        `^The migration ${FAILS} of DAI .* failed: .*plan_letter_link.*\\. ${fails - from} of ${migrations.length - from} were applied and stay\\. .*"dai migrate" again`,
        's',
      ),
    );
    expect(await applied()).toEqual(namesUpTo(fails));
    expect(
      await query(
        url,
        `select 1 from information_schema.columns where table_name = 'saved_plan' and column_name = 'letters_since'`,
      ),
    ).toEqual([]);
  });

  it('name the build that was here, and the one to go on with, to what starts and to who probes', async () => {
    expect(await query(url, 'select version from schema_build')).toEqual([{ version: VERSION }]);
    expect(await readSchemaState(orm.em.fork())).toBe('behind');
    const first = `lacks ${migrations.length - fails} of the migrations of DAI .*, the first is ${FAILS}`;
    await expect(refuseOlderSchema(orm.em.fork(), true)).rejects.toThrow(new RegExp(first));
    expect(await checkMigrations(orm.em.fork())).toEqual([
      expect.objectContaining({ code: 'migrations_missing', detail: expect.stringMatching(new RegExp(first)) }),
    ]);
  });

  it('go on with that one', async () => {
    await query(url, 'drop table plan_letter_link');
    expect(await migrate(url)).toBe(true);
    expect(await applied()).toEqual(namesUpTo(migrations.length));
    expect(await readSchemaState(orm.em.fork())).toBe('current');
    expect(await checkMigrations(orm.em.fork())).toEqual([]);
  });
});
