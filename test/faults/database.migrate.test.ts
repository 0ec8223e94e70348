import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { query } from '../setup/database.js';
import { buildIfStale, endAll, runMigrations } from './gateway.process.js';

const name = `t_${randomBytes(6).toString('hex')}`;
const url = new URL(inject('ownerUrl'));
url.pathname = `/${name}`;

beforeAll(async () => {
  await buildIfStale();
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
});
afterAll(async () => {
  await endAll();
  await query(inject('superuserUrl'), `drop database if exists ${name} with (force)`);
});

describe('four processes that migrate an empty database at once', () => {
  it('apply each migration once, and none of them fails', async () => {
    const ends = await Promise.all(Array.from({ length: 4 }, () => runMigrations(url.toString())));
    expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null, errors: '' })));
    const template = new URL(inject('ownerUrl'));
    template.pathname = '/template_dai';
    const [ran, expected] = await Promise.all(
      [url, template].map((address) => query(address.toString(), 'select name from schema_migration order by id')),
    );
    expect(ran).toEqual(expected);
    expect(ran?.length).toBeGreaterThan(3);
  });
});
