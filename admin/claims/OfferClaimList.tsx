import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { VerdictChip } from '../offers/OfferChips.js';
import type { Claim } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ClaimStateChip } from './ClaimStateChip.js';
import { CLAIM_STATES, labelOfState } from './states.js';
import { useOfferClaims } from './useOfferClaims.js';

/** What people claimed of the company's offers, and what each claim waits for. */
export function OfferClaimList() {
  const { organization, to } = useOrganization();
  const mayDecide = useMayChange();
  const { list, state } = useOfferClaims();
  return (
    <Page
      title="Offers and claims"
      where={organization.name}
      summary={
        mayDecide
          ? 'What people claimed of your offers. You decide: nothing is approved, issued or redeemed before you say so.'
          : 'What people claimed of your offers. Owners and admins decide; who claimed is for them alone.'
      }
    >
      <Box sx={{ mb: 4 }}>
        <FilterChips
          label="State"
          name="state"
          unchosen={{ label: 'Every state' }}
          choices={CLAIM_STATES.map((one) => [one, labelOfState(one)])}
        />
      </Box>
      <QueryState query={list} what="claims" rows={6}>
        {(claims) =>
          claims.length === 0 ? (
            <Empty
              action={
                <Button component={Link} to={state ? to('/claims') : '/offers?claim=native'} variant="contained">
                  {state ? 'Show every claim' : 'See the offers that are claimed here'}
                </Button>
              }
            >
              {state
                ? `No claim is ${labelOfState(state)}.`
                : 'Claims on your offers will be listed here, with what each waits for. Reviewers list an offer as claimed here.'}
            </Empty>
          ) : (
            <>
              <Rows
                caption="Claims"
                rows={claims}
                keyOf={({ id }) => id}
                columns={mayDecide ? [offer(to), STATE, ...FOR_DECIDERS, ASKED] : [offer(to), STATE, WAITS, ASKED]}
              />
              <LoadMoreButton list={list} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

/** What a claim waits for: the reason to open it. */
function waitsFor({ state, selfReportedAt }: Claim): string {
  switch (state) {
    case 'requested':
      return 'review';
    case 'vendor_review':
      return 'your decision';
    case 'approved':
      return 'a code';
    case 'code_issued':
      return selfReportedAt ? 'your confirmation: the person reports it redeemed' : 'the person to redeem it';
    default:
      return 'nothing';
  }
}

const offer = (to: (path: string) => string): Column<Claim> => ({
  label: 'Offer',
  cell: (claim) => <Link to={to(`/claims/${claim.id}`)}>{claim.offer.title}</Link>,
});
const STATE: Column<Claim> = { label: 'State', cell: ({ state }) => <ClaimStateChip state={state} /> };
const WAITS: Column<Claim> = { label: 'Waits for', cell: waitsFor };
const FOR_DECIDERS: readonly Column<Claim>[] = [
  { label: 'Claimant', cell: ({ claimant }) => claimant?.name ?? '–' },
  { label: 'Fits', cell: ({ eligibility }) => (eligibility ? <VerdictChip verdict={eligibility.verdict} /> : '–') },
  WAITS,
];
const ASKED: Column<Claim> = { label: 'Asked', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true };
