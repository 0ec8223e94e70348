import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Running, serve } from '../../server/app/serve.js';
import { readConfig } from '../../server/platform/config.js';
import { openLog } from '../../server/platform/log.js';
import { freshDatabase } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { metricsOf } from '../setup/metrics.js';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/operations');
const alerts = parse(readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);

/** Prometheus makes it itself for each process that it asks. */
const OF_PROMETHEUS = ['up'];
const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'by', 'without', 'bool', 'offset', 'group_left']);

/** The names in an expression that are metrics: neither functions, operators nor labels. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));
}

const running: Running[] = [];
const exported = new Map<string, ReadonlySet<string>>();
const samples = new Map<string, string>();
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  for (const ROLE of ['all', 'gateway', 'worker']) {
    const database = await freshDatabase();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-metrics-'));
    closers.push(
      () => rmSync(dataDir, { recursive: true }),
      () => database.drop(),
    );
    const env = { ROLE, DATABASE_URL: database.url, SESSION_SECRET, PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir };
    const one = await serve(readConfig(env), openLog('silent'));
    running.push(one);
    const text = await (await fetch(`${one.opsUrl}/metrics`)).text();
    samples.set(ROLE, text);
    exported.set(ROLE, metricsOf(text));
  }
});
afterAll(async () => {
  for (const one of running) await one.stop();
  for (const close of closers.reverse()) await close();
});

describe('every role exports what dashboard and rules ask for', () => {
  for (const role of ['all', 'gateway', 'worker'])
    it(role, () => {
      const names = exported.get(role) ?? new Set();
      const unknown = (expressions: readonly string[]): string[] =>
        expressions.flatMap(metricsIn).filter((name) => !names.has(name) && !OF_PROMETHEUS.includes(name));
      const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      expect(unknown(shown)).toEqual([]);
      expect(unknown(rules.map(({ expr }) => expr))).toEqual([]);
      expect(shown.flatMap(metricsIn).length).toBeGreaterThan(20);
    });

  it('the figures of the database have values in each', () => {
    for (const [role, text] of samples) {
      expect(text, role).toMatch(/^dai_database_up 1$/m);
      expect(text, role).toMatch(/^dai_fold_lag_seconds \d/m);
      expect(text, role).toMatch(/^dai_jobs\{state="ready"\} 0$/m);
      expect(text, role).toMatch(/^dai_mail_letters\{state="waiting"\} 0$/m);
      expect(text, role).toMatch(/^dai_database_size_bytes [1-9]\d{5}/m);
      expect(text, role).toMatch(/^dai_database_connections\{state="used"\} [1-9]/m);
      expect(text, role).toMatch(/^dai_schema_migrations\{state="missing"\} 0$/m);
      expect(text, role).toMatch(/^dai_schema_migrations\{state="unknown"\} 0$/m);
      expect(text, role).toMatch(/^dai_pool_connections_max\{pool="main"\} 10$/m);
    }
  });

  it('a metric that is not exported is found', () => {
    const expression = 'sum by (loop) (rate(dai_gone_total{outcome="failed"}[15m])) > 0 unless max(dai_jobs) == 1';
    expect(metricsIn(expression)).toEqual(['dai_gone_total', 'dai_jobs']);
  });
});

describe('the names of the metrics', () => {
  it('follow the conventions: a counter ends in _total, a time in _seconds', () => {
    for (const [, name = '', type] of samples.get('all')?.matchAll(/^# TYPE (dai_\w+) (\w+)$/gm) ?? []) {
      if (name.startsWith('dai_nodejs_') || name.startsWith('dai_process_')) continue; // prom-client's own
      expect([name, type === 'counter'], name).toEqual([name, name.endsWith('_total')]);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });
});

it('docs/operations.md says what to do for each alert, and no other', () => {
  const text = readFileSync(path.resolve(FOLDER, '../operations.md'), 'utf8');
  const described = [...text.matchAll(/^\| `(Dai\w+)` \|/gm)].map(([, name]) => name);
  expect(described).toEqual(rules.map(({ alert }) => alert));
});
