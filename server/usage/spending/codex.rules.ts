import type { StoredCodexSnapshot, StoredWindow } from '../provider-snapshot.entity.js';
import type { CodexSnapshotInput, CodexWindowInput } from './codex.types.js';

const HOUR_MINS = 60;
const DAY_MINS = 24 * HOUR_MINS;

/** Keeps of a reported snapshot its own members alone, and null for each that is missing (specification §2.8). */
export const storedSnapshotOf = (input: CodexSnapshotInput): StoredCodexSnapshot => ({
  planType: input.planType?.trim() ?? null,
  creditsBalance: input.creditsBalance ?? null,
  primary: storedWindowOf(input.primary),
  secondary: storedWindowOf(input.secondary),
});

const storedWindowOf = (window: CodexWindowInput | null | undefined): StoredWindow | null =>
  window
    ? {
        usedPercent: window.usedPercent ?? null,
        windowDurationMins: window.windowDurationMins ?? null,
        resetsAt: window.resetsAt ?? null,
      }
    : null;

/** The label of a window: its duration in the largest unit that divides it. Weekly windows stand in either slot, so the slot says nothing. */
export function labelOf(minutes: number | null): string | null {
  if (minutes === null) return null;
  if (minutes % DAY_MINS === 0) return counted(minutes / DAY_MINS, 'day');
  if (minutes % HOUR_MINS === 0) return counted(minutes / HOUR_MINS, 'hour');
  return counted(minutes, 'minute');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
