import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { callOf, INITIALIZE, messagesIn, type RawHost, serving, startRaw } from '../setup/mcp.process.js';
import { type Outside, startOutside } from '../setup/outside.js';

const NEVER = new Promise<never>(() => undefined);
const EMPTY = { total: 0, asOf: '2026-11-20', nextCursor: null, receipt: { id: 'rcp.1', expiresAt: 'x' }, tools: [] };
const ANSWER = {
  headers: { 'content-type': 'application/json' },
  content: JSON.stringify({ data: { reply: EMPTY } }),
};
/** Less than the 20 s that a call may take, far more than an end takes on a machine that is busy. */
const SOON_MS = 12_000;
/** How long it waits for the last answers. */
const LAST_ANSWERS_MS = 5_000;

let outside: Outside;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
});
beforeEach(() => outside.reset());
afterAll(() => outside?.close());

/** A session in which a call waits for the API. */
async function startHanging(): Promise<RawHost> {
  outside.serve('/graphql', { wait: NEVER });
  const host = startRaw(serving(`http://${outside.host}`));
  host.send(INITIALIZE, callOf(1, 'search_tools', { query: 'email' }));
  await outside.reached('/graphql');
  return host;
}

/** A session that is idle. */
async function startIdle(): Promise<RawHost> {
  const host = startRaw(serving(`http://${outside.host}`));
  host.send(INITIALIZE);
  await host.answerTo(0);
  return host;
}

async function msUntil(work: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work;
  return performance.now() - from;
}

describe('dai mcp serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends on %s with 0, whether idle or in the middle of a call',
    async (signal) => {
      for (const host of [await startIdle(), await startHanging()]) {
        host.child.kill(signal);
        expect(await msUntil(host.ended)).toBeLessThan(SOON_MS);
        expect(await host.ended).toMatchObject({ code: 0, signal: null });
      }
    },
  );

  it('ends on SIGTERM also when its host reads nothing of a long output', async () => {
    outside.serve('/graphql', { wait: NEVER });
    const host = startRaw(serving(`http://${outside.host}`));
    host.child.stdout?.pause();
    const lists = Array.from({ length: 200 }, (_one, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    host.send(INITIALIZE, ...lists, callOf(300, 'search_tools', { query: 'email' }));
    await outside.reached('/graphql');
    const exited = once(host.child, 'exit');
    host.child.kill('SIGTERM');
    expect(await msUntil(exited)).toBeLessThan(SOON_MS);
    expect(await exited).toEqual([0, null]);
  });

  it('writes no answer to a call that SIGTERM broke off', async () => {
    const host = await startHanging();
    host.child.kill('SIGTERM');
    const { out } = await host.ended;
    expect(messagesIn(out).map(({ id }) => id)).toEqual([0]);
  });

  it('ends when its input is closed, with 0 and no words but its greeting', async () => {
    const host = await startIdle();
    host.child.stdin?.end();
    expect(await msUntil(host.ended)).toBeLessThan(SOON_MS);
    expect(await host.ended).toMatchObject({ code: 0, errors: expect.stringMatching(/^dai mcp \S+ serves \S+\n$/) });
  });

  it('answers what was asked before its input was closed, and then ends', async () => {
    let answer: () => void = () => undefined;
    outside.serve('/graphql', { ...ANSWER, wait: new Promise<void>((open) => (answer = open)) });
    const host = startRaw(serving(`http://${outside.host}`));
    host.send(INITIALIZE, callOf(1, 'search_tools', { query: 'a' }), callOf(2, 'search_tools', { query: 'b' }));
    host.child.stdin?.end();
    await outside.reached('/graphql', 2);
    answer();
    const { code, out } = await host.ended;
    expect(code).toBe(0);
    expect(messagesIn(out).map(({ id, result }) => [id, result !== undefined])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
  });

  it('waits for no call that its host cancelled', async () => {
    const host = await startHanging();
    host.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    host.child.stdin?.end();
    expect(await msUntil(host.ended)).toBeLessThan(LAST_ANSWERS_MS);
    expect(messagesIn((await host.ended).out).map(({ id }) => id)).toEqual([0]);
  });

  it('does not wait beyond 5 s for an API that hangs after its input was closed', async () => {
    const host = await startHanging();
    host.child.stdin?.end();
    expect(await msUntil(host.ended)).toBeLessThan(LAST_ANSWERS_MS + SOON_MS);
    expect(await host.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends on SIGTERM while it waits for the last answers', async () => {
    const host = await startHanging();
    host.child.stdin?.end();
    host.child.kill('SIGTERM');
    expect(await msUntil(host.ended)).toBeLessThan(SOON_MS);
  });

  it('ignores half a message at the end of its input', async () => {
    const host = startRaw(serving(`http://${outside.host}`));
    host.send(INITIALIZE);
    host.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"pi');
    const { code, out } = await host.ended;
    expect([code, messagesIn(out).map(({ id }) => id)]).toEqual([0, [0]]);
  });

  it('ends without a stack when the host reads no more', async () => {
    outside.serve('/graphql', ANSWER);
    const host = await startIdle();
    host.child.stdout?.destroy();
    await once(host.child.stdout ?? host.child, 'close');
    host.send(...Array.from({ length: 20 }, (_one, id) => callOf(id, 'search_tools', { query: 'email' })));
    const { code, signal, errors } = await host.ended;
    expect([code, signal]).toEqual([0, null]);
    expect(errors).not.toMatch(/EPIPE|\bat \S+ \(/);
  });

  it('goes on for a host that closed its standard error', async () => {
    outside.serve('/graphql', ANSWER);
    const host = await startIdle();
    host.child.stderr?.destroy();
    await once(host.child.stderr ?? host.child, 'close');
    host.send('no message', 'no message', callOf(1, 'search_tools', { query: 'email' }));
    expect(await host.answerTo(1)).toHaveProperty('result');
    host.child.stdin?.end();
    expect(await host.ended).toMatchObject({ code: 0, signal: null });
  });
});
