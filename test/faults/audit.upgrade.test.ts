import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  digestOfValues,
  GENESIS,
  hashOfEntry,
  organizationChain,
  PLATFORM_CHAIN,
  recordAudit,
} from '../../server/platform/audit/audit.js';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { migrations } from '../../server/platform/database/migrations/index.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { query } from '../setup/database.js';

const name = `t_upgrade_${randomUUID().slice(0, 8)}`;
let url: string;
beforeAll(async () => {
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
  const address = new URL(inject('ownerUrl'));
  address.pathname = `/${name}`;
  url = address.toString();
});
afterAll(() => query(inject('superuserUrl'), `drop database ${name} with (force)`));

/** Writes a chain as it was written before chains had names; entries in `erased` have no values. */
async function writeUnnamed(id: string, entries: number, erased: readonly number[]): Promise<void> {
  let hash = GENESIS;
  for (let sequence = 1; sequence <= entries; sequence += 1) {
    const changes = { name: [null, `Ünïcode "${sequence}"`] };
    const entry = {
      id: randomUUID(),
      sequence,
      at: new Date(Date.UTC(2026, 0, sequence)).toISOString(),
      actor: 'operator',
      action: 'role.grant',
      resource: 'user',
      resourceId: 'usr_x',
      revision: null,
      valuesDigest: digestOfValues('salt', changes, null),
      requestId: null,
      prevHash: hash,
    };
    hash = hashOfEntry(entry);
    await query(
      url,
      `insert into audit_entry (organization_id, id, sequence, at, actor, action, resource, resource_id, values_digest, prev_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        entry.id,
        sequence,
        entry.at,
        entry.actor,
        entry.action,
        entry.resource,
        entry.resourceId,
        entry.valuesDigest,
        entry.prevHash,
        hash,
      ],
    );
    if (!erased.includes(sequence))
      await query(url, `insert into audit_value values ($1, $2, 'salt', $3, null)`, [
        id,
        entry.id,
        JSON.stringify(changes),
      ]);
  }
  await query(url, 'insert into audit_head values ($1, $2, $3)', [id, entries, hash]);
}

describe('an audit log from before chains had names', () => {
  it('holds after the upgrade, goes on, and names what was erased before', async () => {
    const organization = organizationChain(randomUUID());
    const orm = await openOrm(url, [], 2);
    const before = migrations.findIndex((one) => one.name === '0014-audit-chains') - 1;
    await orm.migrator.up({ to: migrations[before]?.name ?? '' });
    await writeUnnamed(PLATFORM_CHAIN.id, 4, [2, 3]);
    await writeUnnamed(organization.id, 3, []);
    await migrate(url);
    for (const chain of [PLATFORM_CHAIN, organization])
      await orm.em.fork().transactional((em) =>
        recordAudit(em, new Date(), {
          chain,
          actor: 'operator',
          action: 'x',
          resource: 'user',
          resourceId: 'usr_x',
          changes: {},
        }),
      );
    const verdicts = await verifyAudit(orm.em.fork());
    expect(verdicts.sort((one, other) => one.entries - other.entries)).toMatchObject([
      { chain: organization.name, entries: 4, erased: 0, broken: [] },
      { chain: 'platform', entries: 6, erased: 2, broken: [] },
    ]);
    await orm.close();
  });
});
