import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRecordContext } from 'react-admin';
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

/** Names the next step of a claim, and who has to take it. */
export const nextOf = ({ state, selfReportedAt }: Claim): string =>
  selfReportedAt !== null && state === 'code_issued'
    ? 'You reported that you redeemed it. The vendor has not confirmed it yet.'
    : NEXT[state];

/** One claim of one's own: where it stands, what comes next and what the person may do. */
export function OwnClaim() {
  const claim = useRecordContext<Claim>();
  if (!claim) return null;
  const reported = claim.selfReportedAt !== null;
  const mayReport = claim.state === 'code_issued' && !reported;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <div>
        <Link to={`/offers/${claim.offer.slug}`}>{claim.offer.title}</Link>
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
          claimed <TimeAgo at={claim.createdAt} />, last changed <TimeAgo at={claim.updatedAt} />
        </Box>
      </div>
      <ClaimSteps state={claim.state} />
      <Typography>{nextOf(claim)}</Typography>
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
          {claim.nextStates.includes('withdrawn') && <WithdrawButton claim={claim} />}
          {mayReport && <RedeemedButton claim={claim} />}
        </Box>
      )}
    </Box>
  );
}
