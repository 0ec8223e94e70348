import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../server/platform/database/migrations/index.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { endCommand } from '../setup/command.js';
import { query } from '../setup/database.js';

const name = `t_measures_${randomUUID().slice(0, 8)}`;
let url: string;
let folder: string;
beforeAll(async () => {
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
  const address = new URL(inject('ownerUrl'));
  address.pathname = `/${name}`;
  url = address.toString();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-measures-'));
  const orm = await openOrm(url, [], 2);
  const before = migrations.findIndex((one) => one.name === '0090-measure-history') - 1;
  await orm.migrator.up({ to: migrations[before]?.name ?? '' });
  await orm.close();
  await putTool('paid', {
    packages: [
      { registry: 'npm', name: 'paid-plugin' },
      { registry: 'npm', name: '@paid/sdk' },
      { registry: 'pypi', name: 'Paid_SDK' },
      { registry: 'oci', name: 'docker.io/paid/server' },
      { registry: 'oci', name: 'ghcr.io/paid/server' },
      { registry: 'cargo', name: 'Paid_sdk' },
    ],
    install: 'npm install @paid/sdk',
    website: 'https://github.com/Paid/Tool.git',
  });
  await putTool('other', {
    packages: [{ registry: 'npm', name: '@paid/sdk' }],
    install: null,
    website: 'https://other.example',
  });
  for (const [slug, subject, value] of [
    ['paid', 'npm:@paid/sdk', 700],
    ['other', 'npm:@paid/sdk', 700],
    ['paid', 'npm:paid-plugin', 0],
  ] as const)
    await query(
      url,
      `insert into tool_measure (tool_id, kind, subject, value, label, source, as_of)
       select id, 'npm_weekly_downloads', $2, $3, 'public-source', 'a census', '2026-08-16' from tool where slug = $1`,
      [slug, subject, value],
    );
  await migrate(url);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await query(inject('superuserUrl'), `drop database ${name} with (force)`);
});

const putTool = (slug: string, facts: { packages: object[]; install: string | null; website: string }) =>
  query(
    url,
    `insert into tool (id, slug, name, summary, website, categories, capabilities, pricing_model, maturity, origin, origin_key, packages, install_kind,
       install_command, version, created_at, updated_at)
     values ($1, $2, $2, $2, $3, '["paying"]', '[]', 'unknown', 'unknown', 'csv', $2, $4, $5, $6, 0, now(), now())`,
    [randomUUID(), slug, facts.website, JSON.stringify(facts.packages), facts.install && 'npm', facts.install],
  );
const dai = (...words: string[]) => endCommand({ databaseUrl: url }, ...words);
const file = (text: string, ending = 'csv'): string => {
  const at = path.join(folder, `${randomUUID()}.${ending}`);
  writeFileSync(at, text);
  return at;
};

describe('figures of an earlier release', () => {
  it('begin the history, once for each package; a zero waits for a reviewer and is shown no more', async () => {
    expect(
      await query(
        url,
        'select subject, day::text, state, reason, value::int, source from measure_day order by subject',
      ),
    ).toEqual([
      { subject: 'npm:@paid/sdk', day: '2026-08-16', state: 'taken', reason: null, value: 700, source: 'a census' },
      { subject: 'npm:paid-plugin', day: '2026-08-16', state: 'held', reason: 'zero', value: 0, source: 'a census' },
    ]);
    expect(await query(url, 'select distinct subject from tool_measure')).toEqual([{ subject: 'npm:@paid/sdk' }]);
  });

  it('are of the packages and repositories that the tools list, the installed one first', async () => {
    const subjects = await query<{ subject: string }>(
      url,
      `select subject from tool_subject s join tool t on t.id = s.tool_id where slug = 'paid' order by position, subject`,
    );
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'npm:@paid/sdk',
      'npm:paid-plugin',
      'pypi:paid-sdk',
      'docker:paid/server',
      'crates:paid-sdk',
      'github:paid/tool',
    ]);
  });
});

describe('dai measures', () => {
  const HEAD = 'name,kind,value,day,source\n';

  it('imports what is right, reports what is wrong, and ends with 1 where every row was refused', async () => {
    const some = await dai(
      'measures',
      'import',
      file(
        `${HEAD}@paid/sdk,npm_weekly_downloads,800,2026-09-20,a file\nnobodys,npm_weekly_downloads,1,2026-09-20,a file\n`,
      ),
    );
    expect(some).toMatchObject({ code: 0, errors: '' });
    expect(some.out).toContain('2 rows, 0 created, 1 updated, 0 unchanged, 1 refused');
    expect(some.out).toContain('no tool of the catalog lists this package (no_tool)');
    const none = await dai('measures', 'import', file('[{"name":"@paid/sdk"}]', 'json'));
    expect([none.code, none.out.includes('/kind: this is missing (required)')]).toEqual([1, true]);
    expect(await dai('measures', 'import', file('name,value\n'))).toMatchObject({ code: 1 });
    expect((await query(url, 'select distinct value::int from tool_measure'))[0]).toEqual({ value: 800 });
  });

  it('stores nothing of a dry run', async () => {
    const before = await query(url, 'select count(*) from measure_day');
    const text = `${HEAD}@paid/sdk,npm_weekly_downloads,900,2026-09-27,a file\n`;
    expect((await dai('measures', 'import', file(text), '--dry-run')).out).toContain('1 updated');
    expect(await query(url, 'select count(*) from measure_day')).toEqual(before);
  });

  it('lists what waits, and takes or declines it, audited', async () => {
    await dai('measures', 'import', file(`${HEAD}@paid/sdk,npm_weekly_downloads,9000,2026-10-04,a file\n`));
    const held = JSON.parse((await dai('measures', 'held', '--json')).out) as { id: string; subject: string }[];
    const idOf = (wanted: string): string => held.find(({ subject }) => subject === wanted)?.id ?? '';
    const [zero, jump] = [idOf('npm:paid-plugin'), idOf('npm:@paid/sdk')];
    expect(held.length).toBe(2);
    expect(await dai('measures', 'decline', zero, '--reason', 'counted nothing')).toMatchObject({ code: 0 });
    expect(await dai('measures', 'decline', zero, '--reason', 'counted nothing')).toMatchObject({ code: 1 });
    expect((await dai('measures', 'accept', jump, '--reason', 'a campaign')).out).toBe('1 decided.\n');
    expect((await dai('measures', 'held')).out).toBe('No figure waits.\n');
    expect((await query(url, 'select distinct value::int from tool_measure'))[0]).toEqual({ value: 9_000 });
    expect(
      await query(url, `select action, actor from audit_entry where resource = 'measure' order by sequence`),
    ).toEqual([
      { action: 'measure.decline', actor: 'operator' },
      { action: 'measure.accept', actor: 'operator' },
    ]);
  });

  it.each([
    [['held', '--limit', '0'], '--limit must be'],
    [['accept', 'nonsense', '--reason', 'x'], 'no id that begins with msr_'],
    [['accept', 'msr_01890000-0000-7000-8000-000000000000', '--reason', ' '], '--reason must have'],
  ])('refuses wrong usage: %o', async (words, message) => {
    const { code, errors } = await dai('measures', ...words);
    expect([code === 0, errors.includes(message)]).toEqual([false, true]);
  });
});
