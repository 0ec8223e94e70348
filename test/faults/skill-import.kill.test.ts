import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDatabase, query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { askImport, skillText } from '../setup/skills.js';
import { buildIfStale, endAll, makeDataDir, startGateway } from './gateway.process.js';

const SOURCE = '/held/SKILL.md';
const KEY = 'import-1';

let outside: Outside;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
  ({ url, drop } = await freshDatabase('template_demo'));
});
afterAll(async () => {
  await endAll();
  await drop();
  await outside.close();
});

const start = () =>
  startGateway({ DATABASE_URL: url, SESSION_SECRET, DATA_DIR: makeDataDir(), OUTBOUND_ALLOW: outside.host });
const storedSkills = () => query(url, 'select id from agent_skill');

describe('an import whose process is killed between fetch and store', () => {
  it('has stored nothing, holds its key for a while, and makes one draft when it is called again', async () => {
    const { workflowToken } = inject('demo');
    const never = new Promise<never>(() => undefined);
    const skillUrl = outside.serve(SOURCE, { content: skillText('held'), wait: never });
    const request = { skillUrl, confirm: true, status: 'DRAFT' };

    const killed = await start();
    const lost = askImport(killed, workflowToken, request, KEY).catch(() => 'no answer');
    await outside.reached(SOURCE);
    killed.kill('SIGKILL');
    expect(await lost).toBe('no answer');
    await killed.ended;
    expect(await storedSkills()).toEqual([]);

    const [hold] = await query<{ seconds: number }>(
      url,
      'select extract(epoch from held_until - now())::float8 as seconds from idempotent_request where key = $1',
      [KEY],
    );
    expect(hold?.seconds).toBeGreaterThan(0);
    expect(hold?.seconds).toBeLessThanOrEqual(30);

    outside.serve(SOURCE, skillText('held'));
    const second = await start();
    // A busy machine may take longer to start a gateway than the key is held.
    await query(url, "update idempotent_request set held_until = now() + interval '30 s' where key = $1", [KEY]);
    const early = await askImport(second, workflowToken, request, KEY);
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      '1',
    ]);
    await query(url, "update idempotent_request set held_until = now() - interval '1 s' where key = $1", [KEY]);

    const first = await askImport(second, workflowToken, request, KEY);
    expect(first.status).toBe(201);
    const again = await askImport(second, workflowToken, request, KEY);
    expect([again.headers.get('idempotent-replayed'), again.body.skill.id]).toEqual(['true', first.body.skill.id]);
    expect(await storedSkills()).toHaveLength(1);
  });
});
