import { ReasonedDecision } from '../components/ReasonedDecision.js';
import { useDai } from '../providers/data.js';
import type { HeldMeasure } from '../providers/generated/operations.js';
import { kindLabel, moveOf } from './figures.js';

const DECISIONS = {
  accept: {
    label: 'Accept',
    done: 'The figure is taken.',
    consequence: 'It is public from now on: on pages of its tools, in rankings and in the next snapshot.',
  },
  decline: {
    label: 'Decline',
    done: 'The figure is declined.',
    consequence: 'No page shows it, and the figure that stands stays. It is decided once.',
  },
} as const;

/** Takes or declines a figure, with the reason that the audit log keeps. */
export function HeldMeasureDecision({ measure, decision }: { measure: HeldMeasure; decision: keyof typeof DECISIONS }) {
  const { decideHeldMeasure } = useDai();
  const { id, subject, kind, day, source } = measure;
  const { label, done, consequence } = DECISIONS[decision];
  return (
    <ReasonedDecision
      small
      grave={decision === 'decline'}
      label={label}
      name={`${label} ${subject}, ${day}`}
      title={`${label}: ${kindLabel(kind)} of ${subject} on ${day}`}
      consequences={[`${moveOf(measure)}. Source: ${source}.`, consequence]}
      actionLabel={`${label} figure`}
      decide={(reason) => decideHeldMeasure({ id, decision, reason })}
      touches={['held-measures', 'audit-entries']}
      done={done}
    />
  );
}
