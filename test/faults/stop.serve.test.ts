import fs from 'node:fs';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildIfStale, databasesOf, endAll, makeDataDir, startGateway, startGroup } from './gateway.process.js';

/** One folder for all: each start has to find what the stop before it left in order. */
let dataDir = '';
beforeAll(async () => {
  await buildIfStale();
  dataDir = makeDataDir();
});
afterAll(endAll);

describe('dai serve, stopped while a request is in work', () => {
  it.each(['SIGHUP', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const)(
    'by %s to its group, answers it and leaves no PostgreSQL behind',
    async (signal) => {
      const running = await startGroup('./dai', ['serve'], dataDir, 'DAI is ready');
      const { port = '' } = /ready at http:\/\/[^\s:]+:(?<port>\d+)/.exec(running.output())?.groups ?? {};
      const body = '{"query":"{ viewer { kind } }"}';
      const client = net.connect(Number(port), '127.0.0.1');
      let answer = '';
      client.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      client.write(
        `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
      );
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200); // what came before it has arrived
      process.kill(-running.pid, signal);
      await expect.poll(running.output).toContain('"msg":"stopping"');
      client.end(body.slice(1));
      await running.closed;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(running.output()).toContain('"msg":"stopped"');
      expect(await databasesOf(dataDir)).toEqual([]);
    },
  );
});

describe.runIf(fs.existsSync('/dev/full'))('a server whose log cannot be written', () => {
  it('ends when it is stopped, as on a terminal that was closed', async () => {
    const full = fs.openSync('/dev/full', 'w');
    const running = await startGroup('./dai', ['serve'], dataDir, 'DAI is ready', full);
    fs.closeSync(full);
    process.kill(-running.pid, 'SIGHUP');
    await running.closed;
    expect(await databasesOf(dataDir)).toEqual([]);
  });
});

describe('a signal that is repeated later than a second, while requests drain', () => {
  it('ends the process at once, and the database that it started with it', async () => {
    const gateway = await startGateway({ DATA_DIR: dataDir });
    const { port } = new URL(gateway.url);
    const slow = net.connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const repeated = setInterval(() => gateway.kill('SIGTERM'), 250);
    const ended = await gateway.ended;
    clearInterval(repeated);
    slow.destroy();
    expect(ended.code).toBe(143);
    await vi.waitFor(async () => expect(await databasesOf(dataDir)).toEqual([]), { timeout: 30_000, interval: 50 });
  });
});
