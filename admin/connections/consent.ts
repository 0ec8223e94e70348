import type { ToolConnectionState } from '../providers/generated/operations.js';

const DAY_MS = 86_400_000;
/** How long a consent lives before a person renews it (decisions §7). */
export const CONSENT_DAYS = 180;
/** Time enough to decide whether it goes on. */
const ENDING_MS = 14 * DAY_MS;

interface Lasting {
  readonly state: ToolConnectionState;
  readonly expiresAt: string | null;
}

/** Whether an active consent ends soon by itself, at a time in milliseconds. */
export function isEnding({ state, expiresAt }: Lasting, now: number): boolean {
  if (state !== 'active' || expiresAt === null) return false;
  const left = Date.parse(expiresAt) - now;
  return left > 0 && left <= ENDING_MS;
}

/** When a consent that is given now ends by itself. */
export const endAfter = (now: number): string => new Date(now + CONSENT_DAYS * DAY_MS).toISOString();
