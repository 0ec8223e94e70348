import { Icon, type IconName } from './Icon.js';

export type Tone = 'good' | 'caution' | 'bad' | 'info' | 'neutral';

/** A state as icon and word; the colour repeats what the word says. */
export function Chip(props: { icon: IconName; label: string; tone: Tone; title?: string }) {
  return (
    <span className="chip" data-tone={props.tone} title={props.title}>
      <Icon name={props.icon} />
      {props.label}
    </span>
  );
}

const LABELS: Readonly<Record<string, readonly [IconName, Tone, string]>> = {
  'first-party': ['verified', 'good', 'Sent by the product’s own servers'],
  'public-source': ['globe', 'info', 'Read from a public source'],
  sample: ['flask', 'caution', 'Made-up data for trying things out; it counts nowhere'],
  modelled: ['sum', 'neutral', 'Computed, not observed'],
};

/** The evidence label that stands beside every number; an unknown label is shown as it came. */
export function EvidenceChip({ label }: { label: string }) {
  const [icon, tone, meaning] = LABELS[label] ?? ['question', 'neutral', 'No source'];
  return <Chip icon={icon} tone={tone} label={label} title={meaning} />;
}
