import { Agent, request } from 'node:http';
import type { HostileRequest } from '../test/setup/hostile.request.js';
import { sendHostile } from '../test/setup/hostile.send.js';
import type { HoldOrder, HoldReport } from './attack.types.js';

const LISTED = 10;

/**
 * Measures for each request how long the gateway answered nothing else meanwhile: the longest wait for `/healthz` on another connection, and of
 * several times the least, since the machine only ever adds to it.
 */
export async function measureHolds(
  { port, target, times }: HoldOrder,
  requests: readonly HostileRequest[],
  nextAddress: () => string,
): Promise<HoldReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const holds: { name: string; ms: number }[] = [];
  for (const { name, bytes, hangUp } of requests) {
    const prepared = bytes(target);
    let ms = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times; time += 1) {
      await waitForAnswer(port, agent);
      let answered = false;
      const sent = sendHostile({ port, localAddress: nextAddress(), bytes: prepared, hangUp }).then(() => {
        answered = true;
      });
      let longest = 0;
      while (!answered) longest = Math.max(longest, await waitForAnswer(port, agent));
      await sent;
      ms = Math.min(ms, longest);
    }
    holds.push({ name, ms });
  }
  agent.destroy();
  return holds.sort((one, other) => other.ms - one.ms).slice(0, LISTED);
}

/** How long the gateway takes to say that it is there, in milliseconds. */
function waitForAnswer(port: number, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', port, path: '/healthz', agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - began));
    });
    requested.once('error', reject);
    requested.end();
  });
}
