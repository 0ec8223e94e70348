import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Claim, ClaimState } from '../providers/generated/operations.js';
import { DecisionFields, EMPTY_DRAFT, lackOf, partsOf } from './DecisionFields.js';
import { DECISIONS, type Decision } from './decisions.js';
import { labelOfState } from './states.js';

interface DecisionButtonProps {
  readonly claim: Claim;
  readonly to: ClaimState;
  readonly primary: boolean;
  readonly onDecided: (claim: Claim) => void;
  /** Reads the claim again; what was typed stays. */
  readonly onReload: () => void;
}

/** One step of a claim, decided about the revision that is on the page. */
export function DecisionButton(props: DecisionButtonProps) {
  const { to, primary } = props;
  const [open, setOpen] = useState(false);
  const decision = DECISIONS[to];
  if (!decision) return null;
  const color = decision.grave ? 'error' : 'primary';
  return (
    <>
      <Button variant={primary ? 'contained' : 'outlined'} color={color} onClick={() => setOpen(true)}>
        {decision.title}…
      </Button>
      {open && <Deciding {...props} decision={decision} onClose={() => setOpen(false)} />}
    </>
  );
}

function Deciding(props: DecisionButtonProps & { decision: Decision; onClose: () => void }) {
  const { claim, to, decision, onDecided, onReload, onClose } = props;
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const provider = useDataProvider();
  const mutation = useApiMutation(
    () =>
      provider.create<Claim>('offer-claims', {
        data: { claimId: claim.id, revision: claim.revision, to, ...partsOf(decision, draft) },
      }),
    ['offer-claims'],
  );
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    onDecided(outcome.answer.data);
    onClose();
  };
  const passed = claim.nextStates.includes(to) ? null : `The claim is ${labelOfState(claim.state)} now.`;
  return (
    <DecisionDialog
      title={`${decision.title}: ${claim.offer.title}`}
      consequences={decision.consequences}
      actionLabel={decision.actionLabel}
      grave={decision.grave ?? false}
      revision={claim.revision}
      lacks={passed ?? lackOf(decision, draft)}
      busy={mutation.busy}
      problem={mutation.problem}
      onReload={() => {
        mutation.reset();
        onReload();
      }}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <DecisionFields decision={decision} draft={draft} onChange={setDraft} />
    </DecisionDialog>
  );
}
