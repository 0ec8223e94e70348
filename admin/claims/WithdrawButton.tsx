import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Claim } from '../providers/generated/operations.js';

/** Withdraws a claim, after it was said what that means. */
export function WithdrawButton({ claim }: { claim: Claim }) {
  const dai = useDai();
  return (
    <DecisionButton
      small
      grave
      label="Withdraw"
      name={`Withdraw the claim on ${claim.offer.title}`}
      title={`Withdraw your claim on ${claim.offer.title}`}
      consequences={[
        'The vendor sees that it is withdrawn and decides nothing more about it.',
        'What you told the vendor stays with the claim.',
        'It can’t be undone; you may claim the offer again while it is open.',
      ]}
      actionLabel="Withdraw claim"
      touches={['claims']}
      decide={() => dai.withdrawClaim({ claimId: claim.id })}
      done="The claim is withdrawn."
    />
  );
}
