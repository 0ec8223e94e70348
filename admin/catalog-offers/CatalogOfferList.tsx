import EndedIcon from '@mui/icons-material/EventBusyOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { ListPage } from '../components/ListPage.js';
import { State, StateChip } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import { CLAIM_WAYS, formatWorth, OFFER_KINDS, vendorOf } from '../offers/offer.labels.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';

/** The filters of a list of offers, ended and unlisted ones too. */
export const OFFER_FILTERS = [
  {
    source: 'standing',
    label: 'Standing',
    every: 'Every standing',
    choices: [
      ['open', 'Open'],
      ['ended', 'Ended'],
      ['unlisted', 'Not listed'],
    ],
  },
  { source: 'claim', label: 'How it is taken', every: 'Either way', choices: CLAIM_WAYS, folded: true },
  { source: 'kind', label: 'Kind', every: 'Every kind', choices: OFFER_KINDS, folded: true },
] as const;

/** The offers of the catalog, ended and unlisted ones too, to be corrected. */
export function CatalogOfferList() {
  return (
    <ListPage<CatalogOffer>
      title="Offers"
      where="Review"
      about="What the catalog says of providers’ offers. What you save here, imports leave alone from then on."
      action={
        <Button component={Link} to="/review/catalog-offers/create" variant="contained">
          Add offer
        </Button>
      }
      columns={OFFER_COLUMNS}
      filters={OFFER_FILTERS}
      search="Search offers"
      sort={{ field: 'title', order: 'ASC' }}
      empty={{ text: 'Offers will be listed here once an import or a reviewer adds them.' }}
    />
  );
}

/** The standing of an offer for the public on a day. */
function standingOf({ listed, endsAt }: CatalogOffer, today: string): 'open' | 'ended' | 'unlisted' {
  if (!listed) return 'unlisted';
  return endsAt !== null && endsAt < today ? 'ended' : 'open';
}
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

function Standing({ offer }: { offer: CatalogOffer }) {
  const standing = standingOf(offer, dayOf(useNow()));
  if (standing === 'ended') return <StateChip icon={EndedIcon} label="ended" tone="neutral" />;
  return standing === 'unlisted' && <State of="listing" is="unlisted" />;
}

export const OFFER_COLUMNS: readonly DataColumn<CatalogOffer>[] = [
  { source: 'title', sortable: true, label: 'Offer', cell: ({ title }) => title },
  { source: 'vendor', sortable: true, label: 'Provider', cell: vendorOf, text: vendorOf },
  {
    source: 'worth',
    label: 'Value',
    cell: (offer) => <span title={offer.value.text ?? undefined}>{formatWorth(offer)}</span>,
    text: formatWorth,
    card: 'fact',
  },
  {
    source: 'claim',
    label: 'Taken',
    cell: ({ claim }) => <State of="claimWay" is={claim} />,
    whole: true,
    hidden: true,
  },
  {
    source: 'standing',
    label: 'Standing',
    cell: (offer) => <Standing offer={offer} />,
    text: (offer) => standingOf(offer, dayOf(Date.now())),
    card: 'state',
  },
  {
    source: 'openClaims',
    sortable: true,
    label: 'Open claims',
    cell: ({ openClaims }) => openClaims,
    numeric: true,
    hidden: true,
  },
  ...(
    [
      ['opens30d', 'Opened in 30 days'],
      ['claims', 'Claims'],
      ['redeemed', 'Redeemed'],
    ] as const
  ).map(
    ([source, label]): DataColumn<CatalogOffer> => ({
      source,
      label,
      cell: (offer) => offer[source] ?? 'unknown',
      text: (offer) => offer[source],
      numeric: true,
      hidden: true,
    }),
  ),
  {
    source: 'lastRead',
    sortable: true,
    label: 'Last checked',
    cell: ({ lastReadAt }) => lastReadAt && <Day at={lastReadAt} />,
    text: ({ lastReadAt }) => lastReadAt,
    numeric: true,
  },
  {
    source: 'edited',
    sortable: true,
    label: 'Corrected',
    cell: ({ editedAt }) => editedAt && <Day at={editedAt} />,
    text: ({ editedAt }) => editedAt,
    numeric: true,
  },
  {
    source: 'ends',
    sortable: true,
    label: 'Last day',
    cell: ({ endsAt }) => endsAt && <Day at={endsAt} />,
    text: ({ endsAt }) => endsAt,
    numeric: true,
    hidden: true,
  },
];
