import { useSyncExternalStore } from 'react';

/** Recent times are shown to ten seconds, so they are rendered that often. */
const TICK_MS = 10_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  // No one may have listened for an hour: the time that this one starts with must be today's.
  now = Date.now();
  listeners.add(changed);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds, moving in steps of ten seconds, the same for everything on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
