import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { hostOf } from '../components/address.js';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Fact, Facts } from '../components/Facts.js';
import { OutLink } from '../components/OutLink.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { Statement } from '../components/Statement.js';
import type { OfferDetail } from '../providers/data.offers.js';
import { OfferWorth } from './OfferWorth.js';
import { labelOfKind, vendorOf } from './offer.labels.js';

/** The facts of an offer, its three dates apart, and the pages on which it was read. */
export function OfferFacts({ offer }: { offer: OfferDetail }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Section title="Details">
        <Facts>
          <Fact label="Value">
            <strong>
              <OfferWorth offer={offer} />
            </strong>
          </Fact>
          {offer.value.text && <Fact label="In their words">{offer.value.text}</Fact>}
          <Fact label="Kind">{labelOfKind(offer.kind)}</Fact>
          <Fact label="Provider">{vendorOf(offer)}</Fact>
          <Fact label="Tools">
            <Tools tools={offer.tools} />
          </Fact>
          <Fact label="Claimed">
            <State of="claimWay" is={offer.claim} />
          </Fact>
          <Fact label="Terms">{offer.termsUrl ? <OutLink to={offer.termsUrl}>read them</OutLink> : 'not linked'}</Fact>
        </Facts>
      </Section>
      <Section title="Evidence">
        <Facts>
          <Fact label="Last checked">{offer.lastReadAt ? <Day at={offer.lastReadAt} /> : 'not known'}</Fact>
          <Fact label="Last confirmed">
            {offer.lastConfirmedAt ? <Day at={offer.lastConfirmedAt} /> : 'never by the provider'}
          </Fact>
          <Fact label="Ends">{offer.endsAt ? <Day at={offer.endsAt} /> : 'not stated'}</Fact>
          <Fact label="Label">
            <EvidenceChip label={offer.label} />
          </Fact>
        </Facts>
      </Section>
      <Section title="Source">
        <Sources sources={offer.sources} />
      </Section>
    </Box>
  );
}

function Tools({ tools }: Pick<OfferDetail, 'tools'>) {
  if (tools.length === 0) return <>no tool of the directory</>;
  return tools.map(({ slug, name }, index) => (
    <span key={slug}>
      {index > 0 && ', '}
      <Link to={`/directory/${slug}`}>{name}</Link>
    </span>
  ));
}

function Sources({ sources }: Pick<OfferDetail, 'sources'>) {
  if (sources.length === 0) return <>No source is named.</>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {sources.map(({ url, via, readAt, approvedOn, facts }) => (
        <li key={`${url} ${via} ${approvedOn}`}>
          <OutLink to={url} title={via ? `${url}, read through ${via}` : url}>
            {hostOf(url)}
          </OutLink>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {facts.join(', ')}
            {readAt && (
              <>
                {' '}
                · read <Day at={readAt} />
              </>
            )}
            {approvedOn && (
              <>
                {' '}
                · <Statement approvedOn={approvedOn} />
              </>
            )}
            {via && ` · through ${hostOf(via)}`}
          </Box>
        </li>
      ))}
    </Box>
  );
}
