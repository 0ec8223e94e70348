import { CLAIM_WAYS, OFFER_KINDS } from '../offers/offer.labels.js';
import type { PublicOffersAnswer, PublicOffersVariables } from '../providers/generated/operations.js';
import { type Choice, ChosenFilters, FilterMenu } from './components/FilterMenu.js';
import { LoadMore } from './components/LoadMore.js';
import { OfferRow } from './components/OfferRow.js';
import { SearchForm } from './components/SearchForm.js';
import { breadcrumbs } from './jsonld.js';
import type { Head, Place, Site } from './page.js';
import { requestedOf, switched, unfiltered } from './question.js';
import { counted } from './texts.js';
import { useRows } from './useRows.js';
import { addressAt, useVisits } from './visit.js';

/** The operation takes no longer question. */
const QUESTION_MAX = 200;

export const OFFERS_QUERY = ['q', 'kind', 'claim', 'tool', 'cursor'] as const;
const FILTERS = [
  { name: 'kind', title: 'Kind', values: OFFER_KINDS },
  { name: 'claim', title: 'How to claim', values: CLAIM_WAYS },
] as const;

const offersOf = (answer: unknown) => {
  const { offers, nextCursor } = (answer as PublicOffersAnswer).offers;
  return { rows: offers, nextCursor };
};

/** Credits, discounts and free plans: what each is worth, who it is for, and how fresh that is. */
export function OffersPage({ answer, place }: { answer: PublicOffersAnswer; place: Place }) {
  const visits = useVisits();
  const { rows, ...more } = useRows(answer, place, offersOf);
  const menus = FILTERS.map(({ name, title, values }) => ({ title, choices: choicesOf(place, name, values) }));
  const chosen = menus.flatMap(({ title, choices }) =>
    choices.filter((one) => one.chosen).map((one) => ({ ...one, title })),
  );
  const tool = place.query.get('tool');
  const { total } = answer.offers;
  return (
    <>
      <h1>Offers</h1>
      <p className="summary">
        Credits, discounts and free plans for developers. Each says when its source was last checked and whether the
        provider has confirmed it. <a href="/admin/#/offers">Check what your company is eligible for</a>
      </p>
      <SearchForm
        action="/offers"
        label="Search offers"
        placeholder="Credits, a provider, a tool"
        requested={requestedOf(place)}
        maxLength={QUESTION_MAX}
        preserved={['kind', 'claim', 'tool'].flatMap((name) =>
          place.query.getAll(name).map((value) => [name, value] as const),
        )}
      />
      <nav className="filters" aria-label="Filters">
        {menus.map(({ title, choices }) => (
          <FilterMenu key={title} title={title} choices={choices} />
        ))}
      </nav>
      <ChosenFilters
        chosen={
          tool
            ? [...chosen, { title: 'Tool', value: tool, label: tool, chosen: true, to: switched(place, 'tool', tool) }]
            : chosen
        }
        clear={unfiltered(place)}
      />
      <section aria-labelledby="results" aria-busy={visits?.waiting || undefined} className="results">
        <h2 id="results">
          <span role="status">{counted(total, 'offer')}</span>
        </h2>
        {total === 0 && (
          <div className="empty">
            <p>No offer fits these words and filters.</p>
            <p>
              <a href="/offers">Show all offers</a>
            </p>
          </div>
        )}
        <ul className="rows">
          {rows.map((offer) => (
            <OfferRow key={offer.slug} offer={offer} />
          ))}
        </ul>
        <LoadMore
          to={more.more}
          busy={more.busy}
          onMore={more.onMore}
          continued={place.query.has('cursor')}
          first={firstPage(place)}
        />
      </section>
    </>
  );
}

const choicesOf = (place: Place, name: string, values: readonly (readonly [string, string])[]): Choice[] =>
  values.map(([value, label]) => ({
    value,
    label,
    chosen: place.query.get(name) === value,
    to: switched(place, name, value),
  }));

function firstPage({ path, query }: Place): string {
  const first = new URLSearchParams(query);
  first.delete('cursor');
  return addressAt(path, first);
}

export const offersVariables = (place: Place): PublicOffersVariables => ({
  q: requestedOf(place) || null,
  kind: place.query.get('kind'),
  claim: place.query.get('claim'),
  tool: place.query.get('tool'),
  cursor: place.query.get('cursor'),
});

export function offersHead({ offers }: PublicOffersAnswer, { query }: Place, { workspaceUrl }: Site): Head {
  return {
    title: 'Credits and discounts for developers · DAI',
    description: `${counted(offers.total, 'offer')}: what each is worth, who it is for, how it is claimed, and when it was last checked.`,
    canonical: '/offers',
    unlisted: query.size > 0,
    jsonLd: [breadcrumbs(workspaceUrl, [['Offers', '/offers']])],
  };
}
