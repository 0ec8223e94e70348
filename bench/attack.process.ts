import { corpus } from '../test/setup/hostile.corpus.js';
import { sendHostile, verdictOf } from '../test/setup/hostile.send.js';
import type { AttackMessage, AttackOrder, AttackReport } from './attack.types.js';
import { measureHolds } from './hold.measure.js';

/** The attackers: a process of its own that takes one order after the other and ends with its parent. */
const requests = Object.values(corpus).flat();
/** An address has its budget of refusals; the next one begins with a whole one. */
const REQUESTS_OF_ADDRESS = 100;
let stopped = false;
let addresses = 0;

process.on('message', (message: AttackMessage) => {
  if (message === 'stop') stopped = true;
  else void follow(message).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

async function follow(order: Exclude<AttackMessage, 'stop'>): Promise<unknown> {
  if (order.kind === 'hold') {
    const some = requests.filter((_request, index) => index % order.every === 0);
    return measureHolds(order, some, nextAddress);
  }
  stopped = false;
  return attack(order);
}

async function attack({ port, target, senders }: AttackOrder): Promise<AttackReport> {
  const prepared = requests.map(({ name, bytes, hangUp }) => ({ name, hangUp, bytes: bytes(target) }));
  const slowest = { name: '', ms: 0 };
  const verdicts: Record<string, number> = {};
  let unexplained: string | null = null;
  let sent = 0;
  const sender = async (first: number): Promise<void> => {
    let localAddress = nextAddress();
    for (let turn = 0; !stopped; turn += 1) {
      if (turn % REQUESTS_OF_ADDRESS === REQUESTS_OF_ADDRESS - 1) localAddress = nextAddress();
      const one = prepared[(first + turn) % prepared.length];
      if (!one) return;
      const began = performance.now();
      const answer = await sendHostile({ port, localAddress, bytes: one.bytes, hangUp: one.hangUp });
      const ms = performance.now() - began;
      if (ms > slowest.ms) Object.assign(slowest, { name: one.name, ms });
      const verdict = answer.unended ? 'unended' : verdictOf(answer);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (verdict === 'unexplained') unexplained ??= `${one.name}: ${answer.bytes.toString('utf8', 0, 400)}`;
      sent += 1;
    }
  };
  const before = process.cpuUsage();
  const beginning = addresses * 131; // each window goes on elsewhere in the corpus
  await Promise.all(
    Array.from({ length: senders }, (_one, of) => sender(beginning + Math.floor((of * prepared.length) / senders))),
  );
  const used = process.cpuUsage(before);
  const cpuSeconds = (used.user + used.system) / 1e6;
  return { sent, corpus: prepared.length, verdicts, slowest, unexplained, cpuSeconds };
}

/** Another address of the loopback network every time. */
function nextAddress(): string {
  const of = addresses;
  addresses += 1;
  return `127.${3 + (Math.floor(of / 62_500) % 250)}.${Math.floor(of / 250) % 250}.${(of % 250) + 1}`;
}
