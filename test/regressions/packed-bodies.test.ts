import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const packed = (text: string, windowBits: number): Buffer =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  });

const send = (body: Buffer) =>
  ask<{ errors?: { extensions: { code: string; detail: string } }[] }>(`${app.url}/graphql`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-encoding': 'br' },
  });
const padded = `{"query":"{ __typename }"${' '.repeat(200_000)}}`;

/** The decoder filled a window of 16 MiB before the bound of a body was looked at: 180 ms of a thread for 50 bytes. */
it.each([10, 16, 17, 18, 21, 22])('a brotli body with a window of %i bits is read', async (bits) => {
  expect(await send(packed(padded, bits))).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
});

it.each([23, 24])('a brotli body with a window of %i bits is refused before it is unfolded', async (bits) => {
  const reply = await send(packed(padded, bits));
  const problem = reply.body.errors?.[0]?.extensions;
  expect([reply.status, problem?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(problem?.detail).toContain('22 bits');
});

it('a stream that asks for a window beyond the format is refused', async () => {
  expect((await send(Buffer.from([0x11, 0xff, 0xff]))).status).toBe(415);
});
