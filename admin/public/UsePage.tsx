import type { PublicUseAnswer, PublicUseVariables } from '../providers/generated/operations.js';
import { CiteFigures } from './components/CiteFigures.js';
import { Crumbs } from './components/Crumbs.js';
import { DOWNLOADS_SAY, rankingAt, UseRanking } from './components/UseRanking.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { counted, formatDay } from './texts.js';

/** The place in the ranking after which a page begins. */
export const USE_QUERY = ['cursor'];

export const useVariables = ({ params: { kind = '' }, query }: Place): PublicUseVariables => ({
  kind,
  cursor: query.get('cursor'),
});

/** The whole ranking by one figure of a public source, a hundred places on a page. */
export function UsePage({ answer: { publicUse }, site }: { answer: PublicUseAnswer; place: Place; site: Site }) {
  const { kind, title, unit, total, items, nextCursor } = publicUse;
  return (
    <>
      <Crumbs steps={[['Adoption', '/adoption']]} />
      <h1>Most used by {title.replace(/,.*$/, '')}</h1>
      <p className="summary">
        {counted(total, 'tool')} of the directory {total === 1 ? 'has' : 'have'} this figure. It is counted by the
        registry, not by vendors and not by us, and no place is for sale. {unit.startsWith('download') && DOWNLOADS_SAY}
      </p>
      {items.length === 0 ? (
        <p className="empty">No tool has this figure here. That is not zero.</p>
      ) : (
        <UseRanking title={title} unit={unit} total={total} entries={items} />
      )}
      {nextCursor !== null && (
        <p>
          <a className="button" href={`${rankingAt(kind)}?cursor=${encodeURIComponent(nextCursor)}`}>
            Next places
          </a>
        </p>
      )}
      <CiteFigures title={title} figures={items} address={`${site.workspaceUrl}${rankingAt(kind)}`} />
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
    unlisted: place.query.has('cursor'),
    jsonLd: [
      breadcrumbs(site.workspaceUrl, [
        ['Adoption', '/adoption'],
        [title, rankingAt(kind)],
      ]),
    ],
  };
}
