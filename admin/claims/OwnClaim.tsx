import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Claim, ClaimState } from '../providers/generated/operations.js';
import { ClaimCode } from './ClaimCode.js';
import { ClaimSteps } from './ClaimSteps.js';
import { RedeemedButton } from './RedeemedButton.js';
import { WithdrawButton } from './WithdrawButton.js';

const NEXT: Record<ClaimState, string> = {
  requested: 'Nothing to do: the vendor has your request and has not looked at it yet.',
  vendor_review: 'Nothing to do: the vendor looks at your request.',
  approved: 'Nothing to do: the vendor approved it and will issue a code.',
  code_issued: 'Redeem the code at the vendor, then report it here.',
  redeemed: 'The vendor confirmed that you redeemed it.',
  rejected: 'The vendor refused it. You may claim the offer again when something has changed.',
  expired: 'Its time ran out. You may claim the offer again while it is open.',
  withdrawn: 'You withdrew it. You may claim the offer again while it is open.',
};

/** One claim of one's own: where it stands, what comes next and who has to do it. */
export function OwnClaim({ claim }: { claim: Claim }) {
  const reported = claim.selfReportedAt !== null;
  const mayReport = claim.state === 'code_issued' && !reported;
  return (
    <Box
      component="li"
      sx={{
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 4,
        display: 'grid',
        gap: 3,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline' }}>
        <Typography variant="h2" sx={{ flex: '1 1 auto' }}>
          <Link to={`/offers/${claim.offer.slug}`}>{claim.offer.title}</Link>
        </Typography>
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
          claimed <TimeAgo at={claim.createdAt} />, last changed <TimeAgo at={claim.updatedAt} />
        </Box>
      </Box>
      <ClaimSteps state={claim.state} />
      <Typography>
        {reported && claim.state === 'code_issued'
          ? 'You reported that you redeemed it. The vendor has not confirmed it yet.'
          : NEXT[claim.state]}
      </Typography>
      {(claim.vendorNote || reported) && (
        <Facts>
          {claim.vendorNote && <Fact label="Vendor’s note">{claim.vendorNote}</Fact>}
          {claim.selfReportedAt && (
            <Fact label="Self-report">
              redeemed, as you said <TimeAgo at={claim.selfReportedAt} />; no proof of redemption
            </Fact>
          )}
        </Facts>
      )}
      {claim.code && <ClaimCode code={claim.code} whose={claim.offer.title} />}
      {(mayReport || claim.nextStates.includes('withdrawn')) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {mayReport && <RedeemedButton claim={claim} />}
          {claim.nextStates.includes('withdrawn') && <WithdrawButton claim={claim} />}
        </Box>
      )}
    </Box>
  );
}
