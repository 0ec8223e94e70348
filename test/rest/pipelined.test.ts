import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Sends all requests in one piece and reads until the server ends the connection. */
const pipelined = (requests: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(requests.join('')));
    let answers = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answers += text;
    });
    socket.once('error', reject).once('close', () => resolve(answers));
  });
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const statusesOf = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe('requests that are sent before the answers to those of before', () => {
  it('are all answered, in their order', async () => {
    const paths = Array.from({ length: 31 }, (_one, index) => get(index % 3 === 0 ? '/api/none' : '/healthz'));
    const answers = await pipelined([...paths, get('/api/v1/adoption', 'Connection: close\r\n')]);
    expect(statusesOf(answers)).toEqual([...paths.map((_one, index) => (index % 3 === 0 ? 404 : 200)), 200]);
  });

  it('are answered with their bodies, one after another', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    const post = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await pipelined([post, get('/healthz'), post, get('/healthz', 'Connection: close\r\n')]);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    expect(answers.match(/"__typename":"Query"/g)).toHaveLength(2);
  });

  it.each(['/healthz', '/api/none', '/'])('beyond 32 that wait close the connection: 64 KiB of %s', async (path) => {
    const one = get(path);
    const answers = await pipelined(Array.from({ length: Math.floor(65_536 / one.length) }, () => one));
    expect(statusesOf(answers)).toHaveLength(33);
    expect(answers.slice(answers.lastIndexOf('HTTP/1.1 '))).toMatch(/^Connection: close\r$/im);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });
});
