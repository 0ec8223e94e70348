const PATHS = {
  verified: 'M8 1.5 13.5 4v4c0 3.2-2.3 5.6-5.5 6.5C4.8 13.6 2.5 11.2 2.5 8V4zM5.5 8l2 2 3.5-4',
  globe: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13',
  flask: 'M6 1.5h4M6.5 1.5v5L2.5 13.5a.7.7 0 0 0 .6 1h9.8a.7.7 0 0 0 .6-1L9.5 6.5v-5M4.5 10.5h7',
  sum: 'M12.5 4.5v-2h-9L8 8l-4.5 5.5h9v-2',
  question: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.4M8 11.5v.1',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14.5c.5-3 2.7-4.5 5.5-4.5s5 1.5 5.5 4.5',
  play: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6.5 5.5l4 2.5-4 2.5z',
  repeat: 'M3 7.5V6a2 2 0 0 1 2-2h8l-2.5-2.5M13 8.5V10a2 2 0 0 1-2 2H3l2.5 2.5',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 11.8v.1',
  info: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 7.5v4M8 4.8v.1',
  claim: 'M3.5 2.5h9v12h-9zM6 1.5h4v2H6zM6 9l1.5 1.5L10.5 7',
  out: 'M6.5 3.5h-4v10h10v-4M9.5 2.5h4v4M13 3 7.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a word, never in place of one. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
