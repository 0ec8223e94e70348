import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { State } from '../components/StateChip.js';
import type { OfferLine } from '../providers/data.offers.js';
import { Fitting } from './Fitting.js';
import { OfferWorth } from './OfferWorth.js';
import { formatWorth, labelOfKind, vendorOf } from './offer.labels.js';

const NAME: readonly DataColumn<OfferLine>[] = [
  { source: 'title', label: 'Offer', cell: ({ title }) => title, wraps: true },
  // Most titles have the provider's name, and its room is needed for who may have the offer.
  { source: 'vendor', label: 'Provider', cell: vendorOf, text: vendorOf, hidden: true },
];
const WORTH: DataColumn<OfferLine> = {
  source: 'worth',
  label: 'Value',
  cell: (offer) => <OfferWorth offer={offer} />,
  text: formatWorth,
  whole: true,
  card: 'fact',
};

/** The audience of an offer: the first of its requirements, and how many more there are. */
function audienceOf({ eligibility: { requirements } }: OfferLine): string {
  const [first, ...others] = requirements;
  if (!first) return 'everyone';
  return others.length === 0 ? first.requirement : `${first.requirement} (+${others.length})`;
}
const wholeAudienceOf = ({ eligibility: { requirements } }: OfferLine): string =>
  requirements.map(({ requirement }) => requirement).join('\n') || 'everyone';

const OTHER_COLUMNS: readonly DataColumn<OfferLine>[] = [
  {
    source: 'claim',
    label: 'Claimed',
    // Nearly every offer is taken at its provider, which the page says once.
    cell: ({ claim }) => claim === 'native' && <State of="claimWay" is={claim} />,
    text: ({ claim }) => claim,
    card: 'state',
  },
  {
    source: 'label',
    label: 'Evidence',
    cell: ({ label }) => <EvidenceChip label={label} />,
    whole: true,
    hidden: true,
  },
  {
    source: 'kind',
    label: 'Kind',
    cell: ({ kind }) => labelOfKind(kind),
    text: ({ kind }) => labelOfKind(kind),
    hidden: true,
  },
  {
    source: 'lastReadAt',
    label: 'Last checked',
    cell: ({ lastReadAt, source }) => (lastReadAt ? <Day at={lastReadAt} /> : source && 'vendor statement'),
    numeric: true,
  },
  {
    source: 'lastConfirmedAt',
    label: 'Confirmed',
    cell: ({ lastConfirmedAt }) => (lastConfirmedAt ? <Day at={lastConfirmedAt} /> : 'never'),
    numeric: true,
    hidden: true,
  },
  {
    source: 'endsAt',
    label: 'Last day',
    cell: ({ endsAt }) => (endsAt ? <Day at={endsAt} /> : 'none stated'),
    numeric: true,
    hidden: true,
  },
];

/** An offer in a row: what it is worth, for whom, and how it is taken. */
export const OFFER_COLUMNS: readonly DataColumn<OfferLine>[] = [
  ...NAME,
  WORTH,
  {
    source: 'audience',
    label: 'Eligibility',
    cell: (offer) => <span title={wholeAudienceOf(offer)}>{audienceOf(offer)}</span>,
    text: wholeAudienceOf,
    wide: true,
    wraps: true,
  },
  ...OTHER_COLUMNS,
];

/** The same, judged by the facts that were said of a company. */
export const JUDGED_COLUMNS: readonly DataColumn<OfferLine>[] = [
  ...NAME,
  { source: 'worth', label: 'Value', cell: (offer) => <OfferWorth offer={offer} />, text: formatWorth, whole: true },
  {
    source: 'fits',
    label: 'Eligibility',
    cell: ({ eligibility }) => <Fitting eligibility={eligibility} />,
    text: ({ eligibility }) => eligibility.verdict,
    card: 'fact',
    wraps: true,
  },
  ...OTHER_COLUMNS,
];
