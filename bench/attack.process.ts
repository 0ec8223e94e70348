import { corpus } from '../test/setup/hostile.corpus.js';
import { sendHostile, verdictOf } from '../test/setup/hostile.send.js';
import type { AttackMessage, AttackOrder, AttackReport } from './attack.types.js';

/** The attackers: a process of its own that sends the whole corpus again and again until its parent says stop, and ends with it. */
const requests = Object.values(corpus).flat();
let stopped = false;

process.on('message', (message: AttackMessage) => {
  if (message === 'stop') stopped = true;
  else void attack(message).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

async function attack({ port, target, lanes }: AttackOrder): Promise<AttackReport> {
  const prepared = requests.map(({ name, bytes, hangUp }) => ({ name, hangUp, bytes: bytes(target) }));
  const slowest = { name: '', ms: 0 };
  const verdicts: Record<string, number> = {};
  let unexplained: string | null = null;
  let sent = 0;
  let passes = 0;
  const lane = async (): Promise<void> => {
    while (!stopped) {
      const localAddress = addressOf(passes);
      const first = (passes * 131) % prepared.length; // a new address has its whole budget of refusals: spent on other entries each time
      passes += 1;
      for (let turn = 0; turn < prepared.length && !stopped; turn += 1) {
        const one = prepared[(first + turn) % prepared.length];
        if (!one) continue;
        const began = performance.now();
        const answer = await sendHostile({ port, localAddress, bytes: one.bytes, hangUp: one.hangUp });
        const ms = performance.now() - began;
        if (ms > slowest.ms) Object.assign(slowest, { name: one.name, ms });
        const verdict = answer.unended ? 'unended' : verdictOf(answer);
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
        if (verdict === 'unexplained') unexplained ??= `${one.name}: ${answer.bytes.toString('utf8', 0, 400)}`;
        sent += 1;
      }
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: lanes }, lane));
  const used = process.cpuUsage(before);
  const cpuSeconds = (used.user + used.system) / 1e6;
  return { sent, corpus: prepared.length, verdicts, slowest, unexplained, cpuSeconds };
}

/** Another address of the loopback network for every pass. */
const addressOf = (pass: number): string => `127.1.${Math.floor(pass / 250) % 250}.${(pass % 250) + 1}`;
