import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { RequirementList } from '../offers/RequirementList.js';
import type { Claim } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { ClaimCode } from './ClaimCode.js';
import { StatedFacts } from './StatedFacts.js';

/** The claimant's statements and how they fit the offer; members who don't decide learn that these are not theirs to see. */
export function ClaimContent({ claim }: { claim: Claim }) {
  const { to } = useOrganization();
  const { claimant, facts, eligibility } = claim;
  if (!claimant)
    return (
      <Notice tone="info">
        Who claimed, what they said and the code are for owners and admins. You see where the claim stands.
      </Notice>
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Section title="Who asks">
        <Facts>
          <Fact label="Name">{claimant.name}</Fact>
          <Fact label="E-mail">
            {claimant.email} ({claimant.emailVerified ? 'verified' : 'not verified'})
          </Fact>
          <Fact label="Their note">{claim.note ?? 'none'}</Fact>
          {claim.vendorNote && <Fact label="Your note">{claim.vendorNote}</Fact>}
          {claim.selfReportedAt && (
            <Fact label="Self-report">
              redeemed, as they said <TimeAgo at={claim.selfReportedAt} />; no proof of redemption
            </Fact>
          )}
          {claim.proof && (
            <Fact label="Proof">
              {claim.proof === 'vendor_confirmed' ? (
                'confirmed by you'
              ) : (
                <Link to={to(`/events?event=${encodeURIComponent(claim.proofEventId ?? '')}`)}>
                  shown by an event <code>{claim.proofEventId}</code>
                </Link>
              )}
            </Fact>
          )}
        </Facts>
        {claim.code && (
          <Box sx={{ mt: 3 }}>
            <ClaimCode code={claim.code} whose={claimant.name} />
          </Box>
        )}
      </Section>
      {eligibility && (
        <Section title="Does it fit?" aside={<State of="verdict" is={eligibility.verdict} />}>
          <RequirementList eligibility={eligibility} mine={false} />
        </Section>
      )}
      <Section title="What they said about the company">{facts && <StatedFacts facts={facts} />}</Section>
    </Box>
  );
}
