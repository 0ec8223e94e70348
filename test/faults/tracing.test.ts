import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freshDatabase } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { buildIfStale, endAll, startGateway } from './gateway.process.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
let database: Awaited<ReturnType<typeof freshDatabase>>;
let collector: Server;
const received: { path: string; body: Buffer }[] = [];

beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase();
  collector = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    received.push({ path: req.url ?? '', body: Buffer.concat(chunks) });
    res.end();
  });
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  await endAll();
  collector?.closeAllConnections();
  collector?.close();
  await database?.drop();
});

const environment = (): Record<string, string> => ({ DATABASE_URL: database.url, SESSION_SECRET });
const sent = (): Buffer => Buffer.concat(received.map(({ body }) => body));

it('a collector receives the spans of requests and statements, without a value', async () => {
  const { port } = collector.address() as AddressInfo;
  const gateway = await startGateway({
    ...environment(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'user-agent': 'a-very-private-agent' };
  const reply = await fetch(`${gateway.url}/go/lnk_00000000-0000-7000-8000-000000000000?q=a-very-private-question`, {
    headers,
  });
  await reply.body?.cancel();
  await vi.waitFor(() => expect(sent().includes('GET /go/:linkId')).toBe(true), { timeout: 20_000 });
  await vi.waitFor(() => expect(sent().includes('pg.query:')).toBe(true), { timeout: 20_000 });
  gateway.kill('SIGTERM');
  expect((await gateway.ended).code).toBe(0);
  const bytes = sent();
  expect(bytes.includes(Buffer.from(TRACE, 'hex'))).toBe(true);
  expect(bytes.includes('service.name')).toBe(true);
  for (const value of [
    'a-very-private',
    '00000000-0000-7000',
    'select ',
    'select',
    'url.full',
    'url.path',
    'url.query',
    'db.query',
  ])
    expect(bytes.includes(value), value).toBe(false);
  expect(new Set(received.map((one) => one.path))).toEqual(new Set(['/v1/traces']));
});

it('a collector that is away keeps no one waiting', async () => {
  const gateway = await startGateway({ ...environment(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/api/directory/context?q=stripe`)).status).toBe(200);
  gateway.kill('SIGTERM');
  expect((await gateway.ended).code).toBe(0);
});

it('only the module that is loaded for a collector imports OpenTelemetry', () => {
  const server = path.resolve(import.meta.dirname, '../../server');
  const importers = (pattern: RegExp): string[] =>
    readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && pattern.test(readFileSync(path.join(server, name), 'utf8')),
    );
  expect(importers(/from '@opentelemetry|import\('@opentelemetry/)).toEqual(['platform/telemetry/tracing.client.ts']);
  expect(importers(/from '\.[^']*tracing\.client\.js'/)).toEqual([]);
});
