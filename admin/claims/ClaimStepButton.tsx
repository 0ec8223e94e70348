import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { labelOf } from '../components/states.js';
import { useDai } from '../providers/data.js';
import type { Claim, ClaimState } from '../providers/generated/operations.js';
import { DecisionFields, EMPTY_DRAFT, lackOf, partsOf } from './DecisionFields.js';
import { DECISIONS } from './decisions.js';

interface ClaimStepProps {
  readonly claim: Claim;
  readonly to: ClaimState;
  readonly primary: boolean;
  readonly onDecided: (claim: Claim) => void;
  /** Reads the claim again; what was typed stays. */
  readonly onReload: () => void;
}

/** One step of a claim, decided about the revision that is on the page. */
export function ClaimStepButton({ claim, to, primary, onDecided, onReload }: ClaimStepProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { advanceClaim } = useDai();
  const decision = DECISIONS[to];
  if (!decision) return null;
  const passed = claim.nextStates.includes(to) ? null : `The claim is ${labelOf('claim', claim.state)} now.`;
  return (
    <DecisionButton
      label={decision.title}
      title={`${decision.title}: ${claim.offer.title}`}
      consequences={decision.consequences}
      actionLabel={decision.actionLabel}
      grave={decision.grave ?? false}
      primary={primary}
      revision={claim.revision}
      onReload={onReload}
      onOpen={() => setDraft(EMPTY_DRAFT)}
      holdsInput
      lacks={passed ?? lackOf(decision, draft)}
      decide={() => advanceClaim({ claimId: claim.id, revision: claim.revision, to, ...partsOf(decision, draft) })}
      touches={['offer-claims']}
      done={`The claim moved to ${labelOf('claim', to)}.`}
      onDone={onDecided}
    >
      <DecisionFields decision={decision} draft={draft} onChange={setDraft} />
    </DecisionButton>
  );
}
