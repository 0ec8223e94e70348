import { byFacet, FACET_TITLES, FACETS, type Facet } from '../directory/facets.js';
import type {
  FacetCounts,
  PublicDirectoryAnswer,
  PublicDirectoryVariables,
} from '../providers/generated/operations.js';
import { DirectorySearch } from './components/DirectorySearch.js';
import { type Choice, ChosenFilters, FilterMenu } from './components/FilterMenu.js';
import { LoadMore } from './components/LoadMore.js';
import { Reading } from './components/Reading.js';
import { ToolRow } from './components/ToolRow.js';
import { breadcrumbs } from './jsonld.js';
import { type Head, type Place, type Site } from './page.js';
import { directoryAt, requestedOf, toggled, unfiltered, valuesOf } from './question.js';
import { counted, humanize, shorten } from './texts.js';
import { useRows } from './useRows.js';
import { useVisits } from './visit.js';

export const DIRECTORY_QUERY = ['q', ...FACETS, 'cursor'] as const;

const toolsOf = (answer: unknown) => {
  const { tools, nextCursor } = (answer as PublicDirectoryAnswer).directoryContext;
  return { rows: tools, nextCursor };
};

/** A question, what answers it, and why each answer stands where it stands. */
export function DirectoryPage({ answer, place }: { answer: PublicDirectoryAnswer; place: Place }) {
  const requested = requestedOf(place);
  const visits = useVisits();
  const { rows, ...more } = useRows(answer, place, toolsOf);
  const menus = FACETS.map((facet) => ({ facet, choices: choicesOf(answer, place, facet) }));
  const chosen = menus.flatMap(({ facet, choices }) =>
    choices.filter((one) => one.chosen).map((one) => ({ ...one, title: FACET_TITLES[facet] })),
  );
  const { total } = answer.directoryContext;
  return (
    <>
      <h1>Directory</h1>
      <p className="summary">
        Developer tools: what is known of them, where it was read, and what proves it. No place is for sale.
      </p>
      <DirectorySearch requested={requested} preserved={chosenPairs(place)} />
      <nav className="filters" aria-label="Filters">
        {menus.map(({ facet, choices }) => (
          <FilterMenu key={facet} title={FACET_TITLES[facet]} choices={choices} />
        ))}
      </nav>
      <ChosenFilters chosen={chosen} clear={unfiltered(place)} />
      <section aria-labelledby="results" aria-busy={visits?.waiting || undefined} className="results">
        <h2 id="results">
          <span role="status">{counted(total, 'tool')}</span>
          {total > 0 && (
            <span className="muted">{requested === '' ? ', the best proven first' : ', the best match first'}</span>
          )}
        </h2>
        <Reading reading={answer.directoryContext.understood} place={place} />
        {total === 0 && <NothingFound requested={requested} filters={chosen.length} clear={unfiltered(place)} />}
        <ul className="rows">
          {rows.map((tool) => (
            <ToolRow key={tool.slug} tool={tool} ranked />
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

function NothingFound({ requested, filters, clear }: { requested: string; filters: number; clear: string }) {
  return (
    <div className="empty">
      <p>
        {requested === ''
          ? 'No tool has all of these.'
          : 'No tool was found. Fewer words find more; so does a task (“send email”) or the tool to replace.'}
      </p>
      <p>{filters > 0 ? <a href={clear}>Search without filters</a> : <a href="/directory">Show all tools</a>}</p>
    </div>
  );
}

/** The values of one filter with how many tools each would show; its own choice doesn't cut them, since they are alternatives. */
function choicesOf(answer: PublicDirectoryAnswer, place: Place, facet: Facet): Choice[] {
  const counts = withoutOwn(answer)[facet] ?? answer.directoryContext.facets[facet];
  const chosen = valuesOf(place, facet);
  const missing = chosen.filter((value) => !counts.some((one) => one.value === value));
  return [...counts, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
    value,
    count,
    label: humanize(value),
    chosen: chosen.includes(value),
    to: toggled(place, facet, value),
  }));
}

/** The counts of the filters that are in use, each as if it were not; a filter that isn't was not asked for. */
const withoutOwn = (answer: Partial<PublicDirectoryAnswer>) =>
  byFacet((facet) => (answer as Partial<Record<Facet, { facets: Partial<FacetCounts> }>>)[facet]?.facets[facet]);

const chosenPairs = (place: Place) =>
  FACETS.flatMap((facet) => valuesOf(place, facet).map((value) => [facet, value] as const));

function firstPage({ path, query }: Place): string {
  const first = new URLSearchParams(query);
  first.delete('cursor');
  return `${path}?${first}`.replace(/\?$/, '');
}

export function directoryVariables(place: Place): PublicDirectoryVariables {
  const filters = byFacet((facet) => valuesOf(place, facet));
  const wider = FACETS.map((facet) => [
    `by${facet.charAt(0).toUpperCase()}${facet.slice(1)}`,
    filters[facet].length > 0,
  ]);
  return { q: requestedOf(place), cursor: place.query.get('cursor'), ...filters, ...Object.fromEntries(wider) };
}

/** The whole directory and each category alone are listed; any other question is one of too many. */
export function directoryHead({ directoryContext }: PublicDirectoryAnswer, place: Place, { workspaceUrl }: Site): Head {
  const requested = requestedOf(place);
  const [category, ...others] = valuesOf(place, 'category');
  const isListed =
    requested === '' && others.length === 0 && [...place.query.keys()].every((name) => name === 'category');
  const about = requested !== '' ? `“${shorten(requested, 60)}”` : category ? humanize(category) : '';
  const canonical = isListed && category ? directoryAt({ category }) : '/directory';
  return {
    title: about ? `${about} · Directory · DAI` : 'Directory of developer tools · DAI',
    description: `${counted(directoryContext.total, 'developer tool')}${about ? ` for ${about}` : ''}: what is known of each, where it was read, and what proves it.`,
    canonical,
    unlisted: !isListed,
    jsonLd: [
      breadcrumbs(workspaceUrl, [
        ['Directory', '/directory'],
        ...(isListed && category ? [[humanize(category), canonical] as const] : []),
      ]),
    ],
  };
}
