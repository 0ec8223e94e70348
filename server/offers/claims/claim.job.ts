import type { Job } from '../../platform/jobs/queue.js';
import { expireClaims } from './claim.expire.js';

/** Closes the claims whose offer has ended. */
export const expireDueClaims: Job = {
  name: 'expire_claims',
  cron: '7 * * * *',
  run: async ({ em, clock }) => (await expireClaims(em(), clock.now())).more,
};
