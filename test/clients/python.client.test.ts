import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runConformance } from '../../clients/conformance/run.js';
import { canonicalText } from '../../clients/node/src/canonical.js';
import { createClient } from '../../clients/node/src/index.js';
import { startApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { INHERITED } from '../setup/process.environment.js';
import { type FaultyService, honest, startFaultyService } from './service.mock.js';

const run = promisify(execFile);
const FOLDER = path.resolve(import.meta.dirname, '../../clients/python');
const KEY = 'dtk_canary0123456789';
const hasPython = isThere();
if (!hasPython) process.stderr.write('SKIPPED: the Python client is not tested, because there is no python3 here.\n');

function isThere(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

let service: FaultyService;
let folder: string;
beforeAll(async () => {
  service = await startFaultyService();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-python-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  service.stored.clear();
  service.answerWith(honest(service));
});

const HEAD = `import json, os, sys, threading, time
from dai import Client
product = {"id": "p", "name": "P", "type": "api"}
def open_client(**more):
    return Client(url=os.environ["URL"], key="${KEY}", product=product, **more)
def event(key=None):
    return {"event_name": "FIRST_API_CALL", "developer_id": "d", **({"idempotencyKey": key} if key else {})}
`;
const environment = (): NodeJS.ProcessEnv => ({
  ...INHERITED,
  PYTHONPATH: FOLDER,
  PYTHONDONTWRITEBYTECODE: '1',
  URL: service.url,
});
/** Runs a program of Python beside the client; a warning of Python is an error. */
const python = async (program: string): Promise<string> => {
  const file = path.join(folder, `program-${crypto.randomUUID()}.py`);
  writeFileSync(file, HEAD + program);
  return (await run('python3', ['-W', 'error::ResourceWarning', file], { env: environment() })).stdout;
};
const keys = (): string[] => [...service.stored.keys()].sort();

describe.skipIf(!hasPython)('the Python client', () => {
  it('passes each case of the conformance harness', { timeout: 300_000 }, async () => {
    const outcomes = await runConformance(['python3', path.join(FOLDER, 'examples/adapter.py')]);
    const others = outcomes.filter(({ result }) => result !== 'passed');
    expect(others.map((one) => `${one.case.group}: ${one.case.name}: ${one.detail}`)).toEqual([]);
  });

  it('is one file in the grammar of Python 3.9 that imports the standard library alone', async () => {
    const program = `import ast
tree = ast.parse(open(os.path.join(os.environ["PYTHONPATH"], "dai.py")).read(), feature_version=(3, 9))
names = {(one.module if isinstance(one, ast.ImportFrom) else one.names[0].name).split(".")[0]
         for one in ast.walk(tree) if isinstance(one, (ast.Import, ast.ImportFrom))}
print(sorted(names - set(sys.stdlib_module_names)))`;
    expect(await python(program)).toBe('[]\n');
  });

  it('sends the first event of its example to a gateway, once', async () => {
    const app = await startApp();
    try {
      const env = {
        ...environment(),
        DAI_API_URL: app.url,
        SERVICE_ADOPTION_KEY: app.credentials.trackingKey,
        PRODUCT_ID: app.credentials.productId,
      };
      const first = path.join(FOLDER, 'examples/first_event.py');
      const { stdout } = await run('python3', [first], { env });
      expect(JSON.parse(stdout)).toMatchObject({ stored: 1, refused: [], dropped: 0, unsent: [], unspooled: 0 });
      expect(await run('python3', [first], { env: { ...env, SERVICE_ADOPTION_KEY: 'dtk_wrongwrong' } })).toMatchObject({
        stdout: expect.stringContaining('"refused_count": 1'),
      });
      const rows = await query(app.databaseUrl, 'select 1 from tracking_event where idempotency_key = $1', [
        'orders-api:first-call:developer-42',
      ]);
      expect(rows.length).toBe(1);
    } finally {
      await app.close();
    }
  });

  it('writes the same bytes as the client for Node', async () => {
    const values = [
      [1e21, 1e16, 1e-5, 1e-7, 0.1, -1.5, 123456789012345680000, 5e-324, 1.7976931348623157e308, 2 ** 60, 0, 100],
      { é: 1, a: '\u2028 \u0007 " \\ \n', '🙂': null, '\ufb33': true, nested: { z: [], b: {} } },
    ];
    const file = path.join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const program = `from dai import _canonical\nprint(_canonical(json.load(open(${JSON.stringify(file)}, encoding="utf-8"))))`;
    expect(await python(program)).toBe(`${canonicalText(values)}\n`);
  });

  it('never raises in track, whatever it is given, and counts what it could not take', async () => {
    const program = `from datetime import datetime, timezone
from uuid import UUID
circle = {}
circle["self"] = circle
class Hostile(dict):
    def items(self):
        raise RuntimeError("mine")
client = open_client(delay=3600, queue_events_max=2)
wrong = [None, 5, [], {"metadata": circle}, {"metadata": {"n": float("nan")}}, {"metadata": {"n": object()}},
         {"metadata": {1: 2}}, {"metadata": {"text": "x" * 40000}}, Hostile(event())]
reasons = [client.track(one).reason for one in wrong]
given = {**event("k"), "account_domain": None, "occurredAt": datetime(2026, 1, 2, tzinfo=timezone.utc),
         "metadata": {"id": UUID(int=1), "none": None, "pair": (1, 2)}}
reasons += [client.track(one).reason for one in (given, event(), event())]
report = client.close()
print(json.dumps([reasons, report["stored"], report["dropped"], client.track(event()).reason]))`;
    expect(JSON.parse(await python(program))).toEqual([
      [...Array(7).fill('not_json'), 'too_large', 'not_json', null, null, 'queue_full'],
      2,
      10,
      'closed',
    ]);
    const { account_domain: absent, ...given } = JSON.parse(service.stored.get('k') ?? '{}');
    expect([absent, given.occurredAt, given.metadata]).toEqual([
      undefined,
      '2026-01-02T00:00:00.000Z',
      { id: '00000000-0000-0000-0000-000000000001', none: null, pair: [1, 2] },
    ]);
  });

  it.each(['True', 'False'])('loses nothing where it is made before four forks (threads=%s)', async (threads) => {
    const program = `lines = []
client = open_client(threads=${threads}, delay=0.01, log=lines.append)
client.track(event("master"))
if ${threads}:
    client.flush()  # its thread runs, and its locks have been used
def worker(number):
    ran = [threading.Thread(target=lambda at=at: client.track(event("w%d-%d" % (number, at)))) for at in range(25)]
    for one in ran: one.start()
    for one in ran: one.join()
    report = client.close()
    reported = [report["stored"], report["unsent"], report["left_to_parent"], sum("forked" in line for line in lines)]
    os.write(1, (json.dumps(reported) + "\\n").encode())
for number in range(4):
    if os.fork() == 0:
        try: worker(number)
        finally: os._exit(0)
for _ in range(4): os.wait()
print(json.dumps([client.close()["stored"], lines]))`;
    const lines = (await python(program)).trim().split('\n');
    const left = threads === 'True' ? 0 : 1;
    expect(lines.slice(0, 4).map((line) => JSON.parse(line))).toEqual(Array(4).fill([25, [], left, 1]));
    expect([JSON.parse(lines[4] ?? ''), keys().length]).toEqual([[1, []], 101]);
  });

  it('sends in flush and close where no thread runs, although one seems to have started', async () => {
    // As under uWSGI without --enable-threads: the thread is there and never gets a turn.
    const program = `import dai
dai.threading.Thread.start = lambda self: None
dai.threading.Thread.is_alive = lambda self: True
client = open_client(delay=0)
for at in range(60): client.track(event())
first = client.flush()
client.track(event())
print(json.dumps([first, client.close()["stored"]]))`;
    expect(JSON.parse(await python(program))).toEqual([{ sent: true, unsent: 0 }, 61]);
  });

  it('lets a host end at once although the service never answers', async () => {
    service.answerWith(() => undefined);
    const before = service.taken.length;
    const program = `client = open_client(delay=0, request_timeout=3600)
client.track(event())
sys.stdin.read()
print("over")`;
    const file = path.join(folder, 'ends.py');
    writeFileSync(file, HEAD + program);
    const child = spawn('python3', [file], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
    await expect.poll(() => service.taken.length).toBe(before + 1);
    child.stdin.end();
    let text = '';
    for await (const part of child.stdout) text += part;
    expect(text).toBe('over\n'); // it would take an hour otherwise
  });

  it('keeps the caller from a slow disk, and has each event in the spool in the end', async () => {
    const spool = path.join(folder, 'slow');
    const program = `import dai
written = os.write
blocked = []
def slow(descriptor, text):
    if threading.current_thread() is threading.main_thread(): blocked.append(1)
    time.sleep(0.03)
    return written(descriptor, text)
dai.os.write = slow
client = open_client(delay=3600, spool=${JSON.stringify(spool)})
for at in range(12): client.track(event("s%d" % at))
held = len(blocked)
report = client.close(0)
dai.os.write = written
print(json.dumps([held, [one["spooled"] for one in report["unsent"]]]))`;
    expect(JSON.parse(await python(program))).toEqual([3, Array(12).fill(true)]);
    const next = createClient({ url: service.url, key: KEY, spool: { folder: spool }, delayMs: 0 });
    await next.close();
    expect([keys().length, readdirSync(spool)]).toEqual([12, []]); // a client for Node takes over what one of Python has left
  });

  it('has every event of killed processes stored, two of them on one folder', { timeout: 120_000 }, async () => {
    const spool = path.join(folder, 'spool');
    const file = path.join(folder, 'host.py');
    writeFileSync(
      file,
      `${HEAD}
client = open_client(delay=0.005, spool=${JSON.stringify(spool)}, spool_hold=float('inf'))
for at in range(int(sys.argv[1])):
    os.write(1, (client.track(event(sys.argv[2] + str(at))).key + "\\n").encode())
if sys.argv[2] == "last-": print(json.dumps(client.close()))
else: time.sleep(3600)
`,
    );
    const tracked: string[] = [];
    const killed = async (name: string, afterKeys: number): Promise<void> => {
      const child = spawn('python3', [file, '400', name], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      for await (const part of child.stdout) {
        text += part;
        if (text.split('\n').length > afterKeys) child.kill('SIGKILL');
      }
      tracked.push(...text.split('\n').slice(0, -1));
    };
    for (let round = 0; round < 2; round += 1)
      await Promise.all([killed(`a${round}-`, 50 + round * 120), killed(`b${round}-`, 200)]);
    const { stdout } = await run('python3', [file, '1', 'last-'], { env: environment() });
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({
      refused: [],
      dropped: 0,
      unsent: [],
      unspooled: 0,
    });
    expect(tracked.length).toBeGreaterThan(500);
    expect(tracked.filter((key) => !service.stored.has(key))).toEqual([]);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('is described by its page: each call and each option that the page names is there', () => {
    const page = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    const source = readFileSync(path.join(FOLDER, 'dai.py'), 'utf8');
    const calls = [...page.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
    expect(calls.length).toBe(7);
    for (const name of calls) expect(source).toContain(`    def ${name}(self`);
  });
});
