import type { Tone } from './components/Chip.js';
import type { IconName } from './components/Icon.js';

const SELF_REPORTED = ['person', 'neutral', 'The owner says so; nothing has proven it yet'] as const;
const STATES: Readonly<Record<string, readonly [IconName, Tone, string]>> = {
  activated: ['play', 'info', 'The vendor’s own authenticated events show a first use'],
  retained: ['repeat', 'good', 'A separate signal at least seven days later shows continued use'],
};

/** The chip of how far the use of a tool is proven. */
export function selectionChip(state: string): { icon: IconName; tone: Tone; label: string; title: string } {
  const [icon, tone, title] = STATES[state] ?? SELF_REPORTED;
  return { icon, tone, label: state, title };
}
