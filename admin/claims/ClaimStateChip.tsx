import CodeIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import RejectedIcon from '@mui/icons-material/HighlightOffOutlined';
import RequestedIcon from '@mui/icons-material/MarkEmailUnreadOutlined';
import ReviewIcon from '@mui/icons-material/RateReviewOutlined';
import ApprovedIcon from '@mui/icons-material/ThumbUpAltOutlined';
import ExpiredIcon from '@mui/icons-material/TimerOffOutlined';
import WithdrawnIcon from '@mui/icons-material/UndoOutlined';
import RedeemedIcon from '@mui/icons-material/VerifiedOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { ClaimState } from '../providers/generated/operations.js';
import { labelOfState } from './states.js';

const STYLES: Record<ClaimState, readonly [Icon, StateTone, string]> = {
  requested: [RequestedIcon, 'caution', 'Asked for; the vendor has not looked at it yet'],
  vendor_review: [ReviewIcon, 'info', 'The vendor looks at it'],
  approved: [ApprovedIcon, 'info', 'The vendor approved it; a code is to follow'],
  code_issued: [CodeIcon, 'info', 'The code is there; it is not redeemed yet'],
  redeemed: [RedeemedIcon, 'good', 'The vendor confirmed the redemption'],
  rejected: [RejectedIcon, 'bad', 'The vendor refused it'],
  expired: [ExpiredIcon, 'neutral', 'Its time ran out'],
  withdrawn: [WithdrawnIcon, 'neutral', 'Withdrawn by the claimant'],
};

export function ClaimStateChip({ state }: { state: ClaimState }) {
  const [icon, tone, meaning] = STYLES[state];
  return <StateChip icon={icon} label={labelOfState(state)} tone={tone} title={meaning} />;
}
