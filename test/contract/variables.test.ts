import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, variableNames } from '../../server/platform/config.js';
import { loadEnvironment } from '../../server/platform/environment.load.js';

const read = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', name), 'utf8');

/** The variables that docker-compose sets itself, since its own services and ports are meant. */
const SET_BY_COMPOSE = ['NODE_ENV', 'HOST', 'PORT', 'ROLE', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL'];
const PASSWORDS_OF_COMPOSE = ['DATABASE_PASSWORD', 'DATABASE_DIRECT_PASSWORD'];
const PORTS_OF_COMPOSE = ['TRUST_PROXY', 'OPS_PORT', 'OPS_HOST'];
/** Names the file itself, so it can't stand in it. */
const FILE_NAME = 'ENV_FILE';
const isTracing = (name: string): boolean => name.startsWith('OTEL_');

const example = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, { environment?: Record<string, string> }>;
};
const requested = new Set([...composeText.matchAll(/(?<!\$)\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name));

describe('the variables', () => {
  it('.env.example names every one that configures a process, and every one that docker-compose asks for, once', () => {
    expect(example).toEqual([...new Set(example)]);
    expect(variableNames.filter((name) => !example.includes(name))).toEqual([]);
    expect([...requested].filter((name) => !example.includes(name))).toEqual([]);
    const known = [...variableNames, ...requested];
    expect(example.filter((name) => !known.includes(name))).toEqual([]);
  });

  for (const service of ['migrate', 'gateway-a', 'gateway-b', 'worker'])
    it(`docker-compose passes every one on to ${service}`, () => {
      const given = compose.services[service]?.environment ?? {};
      const passed = [...variableNames, ...example.filter(isTracing)];
      expect(passed.filter((name) => !(name in given))).toEqual([]);
      const own = [...SET_BY_COMPOSE, ...PASSWORDS_OF_COMPOSE, ...PORTS_OF_COMPOSE];
      expect(passed.filter((name) => !own.includes(name) && !given[name]?.startsWith(`\${${name}:`))).toEqual([]);
    });

  it('docs/operations.md has a row for each', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    );
    expect([...example, FILE_NAME].filter((name) => !rows.includes(name))).toEqual([]);
    expect(rows.filter((name) => !example.includes(name) && name !== FILE_NAME)).toEqual([]);
  });

  it('.env.example as it stands configures a process', () => {
    const folder = put(read('.env.example'));
    const environment: Record<string, string | undefined> = {};
    loadEnvironment(environment, folder);
    expect(readConfig(environment)).toEqual({ ...readConfig({}), dataDir: path.join(folder, '.data') });
  });
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
function put(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dai-env-'));
  folders.push(folder);
  writeFileSync(path.join(folder, '.env'), text);
  return folder;
}

describe('.env beside the checkout', () => {
  it('is read where it exists, and the environment wins, be it empty', () => {
    const folder = put('PORT=4444\nLOG_LEVEL=debug\nBASE_URL=https://api.example.com\n');
    const environment: Record<string, string | undefined> = { LOG_LEVEL: 'error', BASE_URL: '' };
    loadEnvironment(environment, folder);
    expect(readConfig(environment)).toMatchObject({ port: 4444, logLevel: 'error', baseUrl: 'http://127.0.0.1:4444' });
    const none: Record<string, string | undefined> = {};
    loadEnvironment(none, path.join(folder, 'nowhere'));
    expect(none).toEqual({});
  });

  it('another file is named by ENV_FILE, and has to be there', () => {
    const folder = put('PORT=4444');
    const other = path.join(put('PORT=5555'), '.env');
    const environment = { ENV_FILE: other };
    loadEnvironment(environment, folder);
    expect(readConfig(environment).port).toBe(5555);
    expect(() => loadEnvironment({ ENV_FILE: `${other}.gone` }, folder)).toThrow(
      `ENV_FILE ${other}.gone can't be read`,
    );
  });
});
