import { formatWorth, labelOfKind, vendorOf } from '../offers/offer.labels.js';
import type { PublicOfferAnswer } from '../providers/generated/operations.js';
import { EvidenceChip } from './components/Chip.js';
import { Crumbs } from './components/Crumbs.js';
import { Day } from './components/Day.js';
import { Fact, Facts, Sources } from './components/Facts.js';
import { ClaimChip } from './components/OfferRow.js';
import { OutLink, TrackedLink } from './components/OutLink.js';
import { Statement } from './components/Statement.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Site } from './page.js';
import { formatDay, httpsOf, shorten } from './texts.js';

type Offer = PublicOfferAnswer['offer'];

/** One offer: what it is worth, who it is for, how it is claimed, and where all that was read. */
export function OfferPage({ answer: { offer } }: { answer: PublicOfferAnswer }) {
  const { requirements } = offer.eligibility;
  return (
    <>
      <Crumbs steps={[['Offers', '/offers']]} />
      <div className="head">
        <h1>
          <bdi>{offer.title}</bdi>
        </h1>
        <Take offer={offer} />
      </div>
      <p className="summary" dir="auto">
        {offer.summary}
      </p>
      {offer.source && (
        <p className="muted stated">
          <Statement approvedOn={offer.source.approvedOn} />. No one has read it at its source.
        </p>
      )}
      <div className="split">
        <div>
          <section aria-labelledby="requirements">
            <h2 id="requirements">Eligibility</h2>
            {requirements.length === 0 ? (
              <p>No requirement is stated: it is for everyone.</p>
            ) : (
              <ul className="plain">
                {requirements.map(({ requirement }) => (
                  <li key={requirement} dir="auto">
                    {requirement}
                  </li>
                ))}
              </ul>
            )}
            <p>
              <a href={`/admin/#/offers/${offer.slug}`}>Check your company’s eligibility</a>
            </p>
          </section>
          <section aria-labelledby="claim">
            <h2 id="claim">How to claim</h2>
            <ul className="plain">
              {offer.claimRules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </section>
        </div>
        <Details offer={offer} />
      </div>
    </>
  );
}

function Take({ offer: { claim, url, slug, ...offer } }: { offer: Offer }) {
  if (claim === 'native')
    return (
      <a className="button" href={`/admin/#/offers/${slug}`}>
        Claim
      </a>
    );
  if (url === null) return null;
  return (
    <TrackedLink className="button" to={url}>
      Open at <bdi>{vendorOf(offer)}</bdi>
    </TrackedLink>
  );
}

function Details({ offer }: { offer: Offer }) {
  return (
    <section aria-labelledby="details">
      <h2 id="details">Details</h2>
      <Facts>
        <Fact label="Value">{formatWorth(offer) ?? 'not stated'}</Fact>
        {offer.value.text && <Fact label="In their words">{offer.value.text}</Fact>}
        <Fact label="Kind">{labelOfKind(offer.kind)}</Fact>
        <Fact label="Provider">
          <bdi>{vendorOf(offer)}</bdi>
        </Fact>
        <Fact label="Tools">
          {offer.tools.length === 0
            ? 'no tool of the directory'
            : offer.tools.map(({ slug, name }, index) => (
                <span key={slug}>
                  {index > 0 && ', '}
                  <a href={`/tools/${slug}`}>
                    <bdi>{name}</bdi>
                  </a>
                </span>
              ))}
        </Fact>
        <Fact label="Claimed">
          <ClaimChip claim={offer.claim} />
        </Fact>
        <Fact label="Terms">
          {offer.termsUrl ? <OutLink to={offer.termsUrl}>Read the terms</OutLink> : 'not linked'}
        </Fact>
        <Fact label="Last checked">{offer.lastReadAt && <Day at={offer.lastReadAt} />}</Fact>
        <Fact label="Last confirmed">
          {offer.lastConfirmedAt ? <Day at={offer.lastConfirmedAt} /> : 'never by the provider'}
        </Fact>
        <Fact label="Ends">{offer.endsAt ? <Day at={offer.endsAt} /> : 'not stated'}</Fact>
        <Fact label="Label">
          <EvidenceChip label={offer.label} />
        </Fact>
        <Fact label="Source">{offer.sources.length > 0 && <Sources sources={offer.sources} />}</Fact>
      </Facts>
    </section>
  );
}

/** The picture of an offer: its worth in the source's words, and until when it runs. */
export function offerPreview({ offer }: PublicOfferAnswer): Preview {
  const worth = formatWorth(offer);
  return {
    title: offer.title,
    drawableTitle: offer.slug,
    line: offer.summary,
    figures: [
      ...(worth ? [{ value: worth, label: 'worth' }] : []),
      ...(offer.endsAt ? [{ value: formatDay(offer.endsAt), label: 'ends' }] : []),
    ],
  };
}

export function offerHead({ offer }: PublicOfferAnswer, _place: unknown, { workspaceUrl }: Site): Head {
  const canonical = `/offers/${offer.slug}`;
  const sellerUrl = offer.vendor.domain ? httpsOf(`https://${offer.vendor.domain}`) : null;
  return {
    title: `${offer.title} · DAI`,
    description: shorten(offer.summary),
    canonical,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Offer',
        name: offer.title,
        description: offer.summary,
        url: workspaceUrl + canonical,
        ...(offer.endsAt ? { validThrough: offer.endsAt } : {}),
        ...(offer.vendor.name
          ? { seller: { '@type': 'Organization', name: offer.vendor.name, ...(sellerUrl ? { url: sellerUrl } : {}) } }
          : {}),
        ...(offer.tools.length > 0
          ? {
              itemOffered: offer.tools.map(({ slug, name }) => ({
                '@type': 'SoftwareApplication',
                name,
                url: `${workspaceUrl}/tools/${slug}`,
              })),
            }
          : {}),
      },
      breadcrumbs(workspaceUrl, [
        ['Offers', '/offers'],
        [offer.title, canonical],
      ]),
    ],
  };
}
