import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { INHERITED } from '../setup/process.environment.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const EVENTS = Number(process.env.SOAK_EVENTS ?? 100_000);
const ROUNDS = 100;
const OFFLINE_MS = Number(process.env.SOAK_OFFLINE_MS ?? 60_000);
const OFFLINE_ROUNDS = 6;

/** The state of the way to the gateway. */
type Way = 'open' | 'offline' | 'throttled' | 'lossy';

let app: TestApp;
let folder: string;
let way: Way = 'open';
/** While the last host sends what the others left, the way changes every ten requests. */
const DRAINED_BY: readonly Way[] = ['throttled', 'open', 'lossy', 'open', 'throttled', 'open', 'lossy', 'offline'];
let drains = false;
let url = '';
const counts = { requests: 0, offline: 0, throttled: 0, lost: 0 };

/** Hands requests on to the gateway, or has them fail as the network and a busy service do. */
const proxy = createServer((from, to) => {
  counts.requests += 1;
  if (drains) way = DRAINED_BY[Math.floor(counts.requests / 10) % DRAINED_BY.length] ?? 'open';
  if (way === 'offline') {
    counts.offline += 1;
    return void to.destroy();
  }
  if (way === 'throttled' && Math.random() < 0.5) {
    counts.throttled += 1;
    from.resume();
    return void to.writeHead(429, { 'retry-after': '1' }).end('{"code":"RATE_LIMITED"}');
  }
  const loses = way === 'lossy' && Math.random() < 0.3;
  const options = { method: from.method, headers: from.headers };
  const onward = send(new URL(from.url ?? '/', app.url), options, (answer) => {
    if (loses) {
      counts.lost += 1;
      answer.resume();
      return void answer.on('end', () => to.destroy());
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  onward.on('error', () => to.destroy());
  from.on('error', () => onward.destroy());
  from.pipe(onward);
});

beforeAll(async () => {
  app = await startApp();
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  folder = mkdtempSync(path.join(tmpdir(), 'dai-soak-'));
  await run(process.execPath, [path.join(ROOT, 'scripts/clients.mjs'), '--out', folder, '--only', 'node'], {
    cwd: ROOT,
  });
  await run('tar', ['-xzf', path.join(folder, 'dai-node-0.1.0.tgz'), '-C', folder]);
  const product = { id: app.credentials.productId, name: 'Demo API', type: 'api' };
  writeFileSync(
    path.join(folder, 'host.mjs'),
    `import { writeSync } from 'node:fs';
import { createClient } from './package/dist/index.js';
const [, , name, count, how] = process.argv;
const client = createClient({ url: '${url}', key: '${app.credentials.trackingKey}', product: ${JSON.stringify(product)},
  delayMs: 20, retryBaseMs: 50, retryMaxMs: 500, queueEventsMax: 200_000, queueBytesMax: 2 ** 30, spool: { folder: '${folder}/spool' } });
for (let at = 0; at < Number(count); at += 1) {
  const { accepted, key } = client.track({ event_name: 'FIRST_API_CALL', developer_id: 'soak', idempotencyKey: name + '-' + at });
  if (accepted) writeSync(1, key + '\\n');
  if (at % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 2)); // so that it sends while it is tracking
}
if (how === 'close') writeSync(1, 'report ' + JSON.stringify(await client.close({ timeoutMs: 3_600_000 })) + '\\n');
else setInterval(() => undefined, 1000);
`,
  );
  writeFileSync(
    path.join(folder, 'host.py'),
    `import json, os, sys, time
from dai import Client
name, count, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
client = Client(url="${url}", key="${app.credentials.trackingKey}", product=json.loads('${JSON.stringify(product)}'),
    delay=0.02, retry_base=0.05, retry_max=0.5, queue_events_max=200000, queue_bytes_max=2**30, spool="${folder}/spool")
def track(part, first, last):
    for at in range(first, last):
        done = client.track({"event_name": "FIRST_API_CALL", "developer_id": "soak", "idempotencyKey": "%s-%s%d" % (name, part, at)})
        if done.accepted: os.write(1, (done.key + "\\n").encode())
        if at % 10 == 9: time.sleep(0.002)
track("", 0, count // 2)
child = os.fork()
if child == 0:
    track("child", count // 2, count)
    client.close(3600)
    os._exit(0)
track("", count // 2, count // 2 + 1)
os.waitpid(child, 0)
time.sleep(3600)
`,
  );
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const accepted: string[] = [];
const children = new Set<ChildProcess>();

/** Starts a host and kills it, with all that it has forked, after so many events; null lets it close. */
async function host(
  name: string,
  count: number,
  killAfter: number | null,
  language: 'node' | 'python',
): Promise<string> {
  const [program, file] = language === 'node' ? [process.execPath, 'host.mjs'] : ['python3', 'host.py'];
  const words = [path.join(folder, file), name, String(count), killAfter === null ? 'close' : 'stay'];
  const env = { ...INHERITED, PYTHONPATH: path.join(ROOT, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  children.add(child);
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  let text = '';
  let lines = 0;
  let frozen = false;
  let isEnding = false;
  for await (const part of child.stdout) {
    text += part;
    lines += String(part).split('\n').length - 1;
    if (killAfter === null) continue;
    if (!frozen && lines > killAfter / 2) {
      frozen = true;
      end('SIGSTOP');
      setTimeout(() => end('SIGCONT'), 100);
    }
    if (lines < killAfter || isEnding) continue;
    isEnding = true;
    setTimeout(() => end('SIGKILL'), way === 'offline' ? OFFLINE_MS / OFFLINE_ROUNDS : 0); // it retries for so long
  }
  children.delete(child);
  const whole = text.split('\n').slice(0, -1);
  accepted.push(...whole.filter((line) => !line.startsWith('report ')));
  return whole.find((line) => line.startsWith('report ')) ?? '';
}

describe('a host that is killed a hundred times', () => {
  it('has every event that its client took in the database exactly once', { timeout: 3_600_000 }, async () => {
    const each = Math.ceil(EVENTS / ROUNDS);
    for (let round = 0; round < ROUNDS; round += 2) {
      const isOffline = round >= 20 && round < 20 + 2 * OFFLINE_ROUNDS;
      way = isOffline ? 'offline' : ((['open', 'throttled', 'lossy'] as const)[(round / 2) % 3] ?? 'open');
      await Promise.all([
        host(`n${round}`, each * 2, each, 'node'),
        host(`m${round}`, each * 2, each, round % 10 === 0 ? 'python' : 'node'),
      ]);
    }
    const ofKilled = { ...counts };
    drains = true;
    const report = await host('last', 1, null, 'node');
    drains = false;
    way = 'open';
    // Files of hosts that ended while the last one was at work are taken over by one more.
    const end = await host('end', 1, null, 'node');
    const summary = [report, end].map((line) => JSON.parse(line.slice('report '.length)));
    process.stdout.write(`${JSON.stringify({ accepted: accepted.length, ofKilled, counts, summary })}\n`);
    for (const one of summary) expect(one).toMatchObject({ refused: [], dropped: 0, unsent: [], unspooled: 0 });
    const rows = await query<{ key: string; count: string }>(
      app.databaseUrl,
      `select idempotency_key as key, count(*) as count from tracking_event where developer_id = 'soak' group by 1`,
    );
    const stored = new Map(rows.map(({ key, count }) => [key, Number(count)]));
    expect(accepted.length).toBeGreaterThanOrEqual(EVENTS);
    for (const phase of [ofKilled, counts])
      expect(Math.min(phase.offline, phase.throttled, phase.lost)).toBeGreaterThan(20);
    expect(accepted.filter((key) => stored.get(key) !== 1)).toEqual([]);
    expect(readdirSync(path.join(folder, 'spool'))).toEqual([]);
  });
});
