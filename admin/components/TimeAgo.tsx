import { useNow } from './useNow.js';

const STEPS: readonly (readonly [unit: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
];
/** How long ago `at` was; the exact local time and UTC stand in the title. */
export function TimeAgo({ at }: { at: string }) {
  const from = useNow();
  const exact = new Date(at);
  return (
    <time dateTime={at} title={`${exact.toLocaleString()} local · ${exact.toISOString()} UTC`}>
      {ago(Math.max(0, from - exact.getTime()) / 1000)}
    </time>
  );
}

function ago(seconds: number): string {
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  }
  return seconds < 10 ? 'just now' : `${Math.floor(seconds / 10) * 10} s ago`;
}
