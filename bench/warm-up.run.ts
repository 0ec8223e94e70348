import type { Ground } from './ground.open.js';
import { batches, CONNECTIONS, duplicateEvents, hello, uniqueEvents } from './load.orders.js';
import type { LoadOrder } from './load.types.js';
import type { Plan } from './round.plan.js';

/**
 * Runs everything once without measuring: just-in-time compilation, caches, and above all the write-ahead log of a new cluster, whose
 * files are made slowly the first time and reused afterwards.
 */
export async function warmUp(ground: Ground, plan: Plan): Promise<void> {
  const { gateway, gatewayAlone, peer, floor, trackingKey, limitUrl } = ground;
  const load = { leadMs: 0, windowMs: plan.warmUpMs };
  const unique = (port: number, path: string): LoadOrder => uniqueEvents(port, path, trackingKey, CONNECTIONS, load);
  const orders: LoadOrder[] = [
    { kind: 'insert', databaseUrl: limitUrl, clients: 2, rowsPerStatement: 500, ...load },
    unique(peer.port, '/track'),
    unique(peer.port, '/track-checked'),
    unique(floor.port, '/track'),
    unique(gatewayAlone.port, '/api/usage/track'),
    unique(gateway.port, '/api/usage/track'),
    { ...duplicateEvents(ground, plan), ...load },
    { ...batches(ground, plan), ...load },
    { ...hello(ground, plan), ...load, windowMs: plan.leadMs },
  ];
  for (const order of orders) {
    const { wrong, firstWrong } = await ground.generator.run(order, 0, ground.postmaster);
    if (wrong > 0) throw new Error(`${wrong} wrong answers while warming up; the first was ${firstWrong}`);
  }
}
