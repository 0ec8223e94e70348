import type { LoadOffers, OfferFacts } from '../../directory/index.js';
import { publicId } from '../../platform/ids.js';
import { describeRequirements } from './eligibility.rules.js';
import type { StoredOfferRow } from './offer.query.js';

type Loaded = StoredOfferRow & { tools: string[]; link_id: string | null };

/** Every listed offer, for the catalog in memory; what has ended is among them and is left out where offers are shown. */
export const loadOffers: LoadOffers = async (em) => {
  const rows = await em.execute<Loaded[]>(
    `select o.*, l.id as link_id,
       array(select x.tool_id::text from offer_tool x join tool t on t.id = x.tool_id where x.offer_id = o.id and t.listed order by t.slug) as tools
     from offer o left join tracked_link l on l.offer_id = o.id and l.kind = 'claim' and l.active
     where o.listed order by o.slug`,
  );
  return rows.map(offerOf);
};

function offerOf(row: Loaded): OfferFacts {
  const { eligibility } = row;
  return {
    id: publicId('ofr', row.id),
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    vendor: { name: row.vendor_name, domain: row.vendor_domain },
    kind: row.kind as OfferFacts['kind'],
    claim: row.claim as OfferFacts['claim'],
    label: row.label as OfferFacts['label'],
    value: row.value_text,
    worth: {
      text: row.value_text,
      amountCents: numberOf(row.value_cents),
      currency: row.value_currency,
      percent: numberOf(row.value_percent),
      months: row.value_months,
      upTo: row.value_up_to,
    },
    requirements: describeRequirements(eligibility),
    eligibility,
    termsUrl: row.terms_url,
    lastReadAt: timeOf(row.last_read_at),
    lastConfirmedAt: timeOf(row.last_confirmed_at),
    endsAt: timeOf(row.ends_at),
    sources: row.sources,
    organizationId: row.organization_id === null ? null : publicId('org', row.organization_id),
    toolIds: row.tools.map((id) => publicId('tol', id)),
    link: row.link_id === null ? null : { id: publicId('lnk', row.link_id), kind: 'claim' },
  };
}

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));
const timeOf = (value: string | null): Date | null => (value === null ? null : new Date(value));
