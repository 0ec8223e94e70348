import { useNow } from './useNow.js';

const STEPS: readonly (readonly [unit: string, seconds: number])[] = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
];

/** How long it is until `at`, to half a unit of at least two: "in 12 days", "in 36 hours"; the exact local time and UTC stand in the title. */
export function TimeUntil({ at }: { at: string }) {
  const from = useNow();
  const exact = new Date(at);
  return (
    <time dateTime={at} title={`${exact.toLocaleString()} local · ${exact.toISOString()} UTC`}>
      {until((exact.getTime() - from) / 1000)}
    </time>
  );
}

function until(seconds: number): string {
  for (const [unit, size] of STEPS) {
    if (seconds >= 2 * size) return `in ${Math.round(seconds / size)} ${unit}`;
  }
  return seconds > 0 ? 'in less than two minutes' : 'now';
}
