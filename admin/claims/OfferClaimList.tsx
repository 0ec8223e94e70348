import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { State } from '../components/StateChip.js';
import type { Claim } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { CLAIM_CHANGED, CLAIM_FILTERS, CLAIM_NAME, claimedAt } from './claim.columns.js';

/** Claims come while a user works on them: the list is asked again in this rhythm. */
const REFRESH_MS = 20_000;

/** The claims on the company's offers, and the step that each waits for. */
export function OfferClaimList() {
  const { organization, to } = useOrganization();
  const mayDecide = useMayChange();
  return (
    <ListPage<Claim>
      title="Offers and claims"
      where={organization.name}
      action={
        <Button component={Link} to={to('/offers')} variant="outlined">
          Your offers
        </Button>
      }
      about={
        mayDecide
          ? 'What people claimed of your offers. You decide: nothing is approved, issued or redeemed before you say so.'
          : 'What people claimed of your offers. Owners and admins decide; who claimed is for them alone.'
      }
      // On a card the state says what is waited for; who asks is what tells one claim from another.
      columns={
        mayDecide
          ? [...CLAIM_NAME, ...FOR_DECIDERS, WAITS, ...OTHER_COLUMNS]
          : [...CLAIM_NAME, { ...WAITS, card: 'fact' }, ...OTHER_COLUMNS]
      }
      filters={CLAIM_FILTERS}
      search="Search claims"
      time
      sort={{ field: 'created', order: 'DESC' }}
      refreshMs={REFRESH_MS}
      empty={{
        text: 'Claims on your offers will be listed here, with what each waits for. Reviewers list an offer as claimed here.',
        action: (
          <Button component={Link} to="/offers?claim=native" variant="contained">
            See the offers that are claimed here
          </Button>
        ),
      }}
    />
  );
}

/** Names the step that a claim waits for: the reason to open it. */
function waitsFor({ state, selfReportedAt }: Claim): string {
  switch (state) {
    case 'requested':
      return 'your review';
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

const FOR_DECIDERS: readonly DataColumn<Claim>[] = [
  {
    source: 'claimant',
    label: 'Claimant',
    cell: ({ claimant }) => claimant?.name,
    text: ({ claimant }) => claimant?.name ?? null,
    card: 'fact',
  },
  {
    source: 'fits',
    label: 'Fits',
    cell: ({ eligibility }) => eligibility && <State of="verdict" is={eligibility.verdict} />,
    whole: true,
    text: ({ eligibility }) => eligibility?.verdict ?? null,
  },
];
const WAITS: DataColumn<Claim> = {
  source: 'waits',
  label: 'Waits for',
  cell: (claim) => <span title={waitsFor(claim)}>{waitsFor(claim)}</span>,
  text: waitsFor,
};
const OTHER_COLUMNS: readonly DataColumn<Claim>[] = [claimedAt('Requested'), { ...CLAIM_CHANGED, hidden: true }];
