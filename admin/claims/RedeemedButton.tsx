import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Claim } from '../providers/generated/operations.js';

/** Reports one's own redemption: a self-report, which stays one until the vendor confirms it (decisions §3). */
export function RedeemedButton({ claim }: { claim: Claim }) {
  const dai = useDai();
  return (
    <DecisionButton
      small
      primary
      label="I have redeemed it"
      name={`I have redeemed it: ${claim.offer.title}`}
      title={`Report that you have redeemed ${claim.offer.title}`}
      consequences={[
        'The vendor sees that you report it.',
        'It stays a self-report: the claim counts as redeemed once the vendor confirms it, by its word or by an event.',
        'It can’t be undone.',
      ]}
      actionLabel="Report redemption"
      touches={['claims']}
      decide={() => dai.reportRedemption({ claimId: claim.id })}
      done="Your redemption is reported."
    />
  );
}
