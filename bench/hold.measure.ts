import { Agent, request } from 'node:http';
import type { HostileRequest } from '../test/setup/hostile.request.js';
import { sendHostile } from '../test/setup/hostile.send.js';
import type { HoldOrder, HoldReport } from './attack.types.js';

const LISTED = 15;
const SMALL_BYTES = 64 * 1024;
/** The requests to send again: what held the gateway once may have been the machine, what didn't hold it then never does. */
const SENT_AGAIN = 60;

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
  const holdOf = async ({ bytes, hangUp }: HostileRequest): Promise<number> => {
    const prepared = bytes(target);
    await waitForAnswer(port, agent);
    let answered = false;
    const sent = sendHostile({ port, localAddress: nextAddress(), bytes: prepared, hangUp }).then(() => {
      answered = true;
    });
    let longest = 0;
    while (!answered) longest = Math.max(longest, await waitForAnswer(port, agent));
    await sent;
    return longest;
  };
  const holds: { request: HostileRequest; ms: number }[] = [];
  const isSmall = ({ bytes }: HostileRequest): boolean => bytes(target).length < SMALL_BYTES;
  for (const request of requests) holds.push({ request, ms: await holdOf(request) });
  const again = longestFirst(holds).slice(0, SENT_AGAIN);
  for (let time = 1; time < times; time += 1)
    for (const hold of again) hold.ms = Math.min(hold.ms, await holdOf(hold.request));
  agent.destroy();
  const timed = longestFirst(again).map(({ request, ms }) => ({ name: request.name, ms, isSmall: isSmall(request) }));
  const [longestSmall = { name: 'none', ms: 0 }] = timed.filter((one) => one.isSmall);
  return { longest: timed.slice(0, LISTED), longestSmall };
}

const longestFirst = <T extends { readonly ms: number }>(holds: readonly T[]): T[] =>
  [...holds].sort((one, other) => other.ms - one.ms);

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
