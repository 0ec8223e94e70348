import type { PublicUseAnswer, PublicUseVariables } from '../providers/generated/operations.js';
import { CiteFigures } from './components/CiteFigures.js';
import { Crumbs } from './components/Crumbs.js';
import { DOWNLOADS_SAY, rankingAt, UseRanking } from './components/UseRanking.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { counted, formatDay, humanize } from './texts.js';

/** The category that is ranked, and the place after which a page begins. */
export const USE_QUERY = ['category', 'cursor'];

export const useVariables = ({ params: { kind = '' }, query }: Place): PublicUseVariables => ({
  kind,
  category: query.get('category'),
  cursor: query.get('cursor'),
});

/** The whole ranking by one figure of a public source, a hundred places on a page. */
export function UsePage({ answer, place, site }: { answer: PublicUseAnswer; place: Place; site: Site }) {
  const { kind, title, unit, total, items, nextCursor } = answer.publicUse;
  const category = place.query.get('category') ?? undefined;
  const address = rankingAt(kind, category);
  return (
    <>
      <Crumbs
        steps={category === undefined ? [['Adoption', '/adoption']] : [[humanize(category), `/categories/${category}`]]}
      />
      <h1>
        {category === undefined ? 'Tools' : humanize(category).replace(/^./, (first) => first.toUpperCase())} by {title}
      </h1>
      <p className="summary">
        {counted(total, 'tool')} {total === 1 ? 'has' : 'have'} this figure here; of the others it is not known, which
        is not zero. A registry counts it, not vendors and not we, and no place is for sale.{' '}
        {unit.startsWith('download') && DOWNLOADS_SAY}
      </p>
      {items.length === 0 ? (
        <p className="empty">No tool has this figure here. That is not zero.</p>
      ) : (
        <UseRanking title={title} unit={unit} total={total} entries={items} today={answer.adoption.period.to} />
      )}
      {nextCursor !== null && (
        <p>
          <a
            className="button"
            href={`${address}${category === undefined ? '?' : '&'}cursor=${encodeURIComponent(nextCursor)}`}
          >
            Next places
          </a>
        </p>
      )}
      <CiteFigures
        cited={[{ title, figure: items[0] }]}
        sources={items.map(({ source }) => source)}
        address={`${site.workspaceUrl}${address}`}
      />
    </>
  );
}

export const usePreview = ({ publicUse: { title, unit, total, items } }: PublicUseAnswer): Preview => ({
  title,
  drawableTitle: title,
  line: 'Counted by a public source, not by vendors and not by us',
  figures: [
    { value: String(total), label: 'tools' },
    ...items.slice(0, 2).map(({ tool, value, asOf }) => ({
      value: value.toLocaleString('en'),
      label: `${unit} of ${tool.name}`,
      note: formatDay(asOf),
    })),
  ],
});

export function useHead({ publicUse: { kind, title, total } }: PublicUseAnswer, place: Place, site: Site): Head {
  return {
    title: `Developer tools by ${title} · DAI`,
    description: `${counted(total, 'developer tool')} ranked by ${title}, each figure with its package, its source and its day.`,
    canonical: rankingAt(kind),
    unlisted: place.query.size > 0,
    jsonLd: [
      breadcrumbs(site.workspaceUrl, [
        ['Adoption', '/adoption'],
        [title, rankingAt(kind)],
      ]),
    ],
  };
}
