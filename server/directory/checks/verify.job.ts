import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../platform/clock.js';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { type HostPace, openHostPace } from './host-pace.open.js';
import { verifyRound } from './verify.query.js';

const DAY_MS = 86_400_000;

/** The pace of this process towards every host, whichever round asks. */
const hosts: HostPace = openHostPace(
  () => systemClock.now().getTime(),
  (ms) => pause(ms),
);

/**
 * Checks again what was not checked for as many days as the operator wants, slowly: it looks every hour for what is due, and leaves everything
 * alone where no interval is set.
 */
export const verifyCatalog: Job = { name: 'verify_catalog', cron: '53 * * * *', run: verifyDue };

async function verifyDue({ em, clock, config, log }: Work): Promise<boolean> {
  const { catalogVerifyDays: days } = config;
  if (days === undefined) return false;
  const parts = { em, clock, config, hosts, pause: (ms: number) => pause(ms) };
  const { end, ...counts } = await verifyRound(parts, new Date(clock.now().getTime() - days * DAY_MS));
  if (counts.requested > 0 || counts.waiting > 0) log.info({ end, ...counts }, 'facts of the catalog were checked');
  return end === 'more';
}
