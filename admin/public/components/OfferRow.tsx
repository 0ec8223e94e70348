import { formatWorth, vendorOf } from '../../offers/offer.labels.js';
import type { PublicOfferLine } from '../../providers/generated/operations.js';
import { Chip, EvidenceChip } from './Chip.js';
import { Day } from './Day.js';
import { Statement } from './Statement.js';

/** One offer with the reasons to open it: what it is worth, who it is for, how it is claimed, and how fresh all that is. */
export function OfferRow({ offer }: { offer: PublicOfferLine }) {
  const [first, ...others] = offer.eligibility.requirements;
  return (
    <li className="row">
      <div className="what">
        <h3>
          <a className="whole" href={`/offers/${offer.slug}`}>
            <bdi>{offer.title}</bdi>
          </a>
        </h3>
        <p className="muted small">
          <bdi>{vendorOf(offer)}</bdi>
        </p>
        <p dir="auto">
          {first ? first.requirement : 'For everyone.'}
          {others.length > 0 && <span className="muted"> and {others.length} more requirements</span>}
        </p>
      </div>
      <div className="why">
        <p>
          <strong>{formatWorth(offer) ?? <span className="muted">value not stated</span>}</strong>
        </p>
        <p className="chips">
          <ClaimChip claim={offer.claim} />
          <EvidenceChip label={offer.label} />
        </p>
        <p className="muted small">
          {offer.endsAt && (
            <>
              Ends <Day at={offer.endsAt} />
              {offer.source && ', '}
            </>
          )}
          {(offer.source || !offer.endsAt) && <Freshness offer={offer} />}
        </p>
      </div>
    </li>
  );
}

/** Says that a vendor stated an offer, or when the provider confirmed it, else when its source was read. */
function Freshness({ offer: { source, lastConfirmedAt, lastReadAt } }: { offer: PublicOfferLine }) {
  if (source) return <Statement approvedOn={source.approvedOn} />;
  if (lastConfirmedAt)
    return (
      <>
        Confirmed <Day at={lastConfirmedAt} />
      </>
    );
  if (!lastReadAt) return 'Never confirmed';
  return (
    <>
      Last checked <Day at={lastReadAt} />
    </>
  );
}

/** How an offer is claimed. */
export function ClaimChip({ claim }: { claim: string }) {
  return claim === 'native' ? (
    <Chip icon="claim" tone="info" label="claimed here" title="A signed-in person claims it; the vendor decides" />
  ) : (
    <Chip icon="out" tone="neutral" label="at the provider" title="Opening the provider’s link is no claim" />
  );
}
