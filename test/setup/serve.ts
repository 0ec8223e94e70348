import type { Running } from '../../server/app/serve.js';

/** Stops a server that a test asked for its readiness: as a balancer would, it asks until it was refused often enough, and the stop need not wait. */
export async function stopServing({ config, opsUrl, stop }: Running): Promise<void> {
  const stopped = stop();
  const address = `${opsUrl ?? config.baseUrl}/readyz`;
  const probe = () => fetch(address).then((reply) => reply.text());
  await Promise.allSettled([probe(), probe()]); // one that was never asked for it is gone already
  await stopped;
}
