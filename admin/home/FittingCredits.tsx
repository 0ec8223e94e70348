import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { Panel, PanelLine, PanelLines } from '../components/Panel.js';
import { QueryState } from '../components/QueryState.js';
import { formatWorth, vendorOf } from '../offers/offer.labels.js';
import { useFacts } from '../offers/useFacts.js';
import type { OfferLine } from '../providers/data.offers.js';

/** The service's own order: what fits first. */
const READ = 50;
const SHOWN = 4;

/** Offers of credits whose stated conditions the given facts meet. A fit is no promise: the provider decides. */
export function FittingCredits() {
  const { questionFacts: facts } = useFacts();
  const offers = useGetList<OfferLine>('offers', {
    filter: { kind: 'credits' },
    pagination: { page: 1, perPage: READ },
    ...(facts ? { meta: { facts } } : {}),
  });
  return (
    <Panel title="Credits that fit" aside={<Link to="/offers?kind=credits">All credits</Link>}>
      <QueryState query={offers} what="offers" rows={3}>
        {(all) => <Fitting offers={all} stated={facts !== undefined} />}
      </QueryState>
    </Panel>
  );
}

function Fitting({ offers, stated }: { offers: readonly OfferLine[]; stated: boolean }) {
  const fitting = offers.filter(({ eligibility }) => eligibility.verdict === 'eligible').toSorted(byWorth);
  const open = offers.filter(({ eligibility }) => eligibility.verdict === 'unknown').length;
  return (
    <>
      {fitting.length > 0 && (
        <PanelLines>
          {fitting.slice(0, SHOWN).map((offer) => (
            <PanelLine
              key={offer.id}
              name={<Link to={`/offers/${offer.slug}`}>{vendorOf(offer)}</Link>}
              fact={claimOf(offer)}
            />
          ))}
        </PanelLines>
      )}
      <span>
        {fitting.length > 0
          ? 'By what you stated and what each source says; the provider decides, and nothing here is a promise.'
          : stated
            ? 'No offer of credits is known to fit by what you stated.'
            : 'Which credits fit depends on your company.'}{' '}
        {open > 0 && (
          <Link to="/offers?kind=credits">
            {stated
              ? `${open} more depend on facts that are not stated`
              : `State a few facts and see which of ${open} fit`}
          </Link>
        )}
      </span>
    </>
  );
}

/** "you could claim up to $25,000 credits"; a source that states no worth is not guessed. */
function claimOf(offer: OfferLine): string {
  const worth = formatWorth(offer);
  if (worth === null) return 'value not stated';
  return `you could claim ${worth.startsWith('up to') ? worth : `up to ${worth}`}`;
}

/** Amounts in US dollars first, the largest of them at the top; other currencies are not compared with them. */
const byWorth = (one: OfferLine, other: OfferLine): number => dollarsOf(other) - dollarsOf(one);
const dollarsOf = ({ value }: OfferLine): number => (value.currency === 'USD' ? (value.amountCents ?? 0) : 0);
