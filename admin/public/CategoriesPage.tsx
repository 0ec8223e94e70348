import { Fragment } from 'react';
import type {
  PublicCategoriesAnswer,
  PublicCategoryAnswer,
  PublicCategoryVariables,
} from '../providers/generated/operations.js';
import { EvidenceChip } from './components/Chip.js';
import { Crumbs } from './components/Crumbs.js';
import { ClaimChip } from './components/OfferRow.js';
import { Published } from './components/Published.js';
import { ToolRow } from './components/ToolRow.js';
import { LINES_MAX, UseChart } from './components/UseChart.js';
import { DOWNLOADS_SAY, rankingAt, UseRanking, widerOf } from './components/UseRanking.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { compareAt, directoryAt } from './question.js';
import { counted, formatDay, humanize } from './texts.js';

const titled = (id: string): string => humanize(id).replace(/^./, (first) => first.toUpperCase());

/** Every category of the directory, with how many tools it has. */
export function CategoriesPage({ answer }: { answer: PublicCategoriesAnswer }) {
  const { category } = answer.directoryContext.facets;
  const byName = [...category].sort((a, b) => humanize(a.value).localeCompare(humanize(b.value), 'en'));
  return (
    <>
      <h1>Categories of developer tools</h1>
      <p className="summary">In each: who reports adoption, what public sources count, and over time.</p>
      <ul className="tags">
        {byName.map(({ value, count }) => (
          <li key={value}>
            <a href={`/categories/${value}`}>{humanize(value)}</a> <span className="muted">{count}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export const categoriesHead = (_answer: unknown, _place: unknown, { workspaceUrl }: Site): Head => ({
  title: 'Categories of developer tools · DAI',
  description: 'Categories of developer tools: who reports adoption, what public sources count, and how that changed.',
  canonical: '/categories',
  jsonLd: [breadcrumbs(workspaceUrl, [['Categories', '/categories']])],
});

export const categoryVariables = ({ params: { id = '' } }: Place): PublicCategoryVariables => ({ category: id });

/** One category: what is used in it, by which source, over time, and who reports. */
export function CategoryPage({ answer, place, site }: { answer: PublicCategoryAnswer; place: Place; site: Site }) {
  const { adoption, directoryContext: directory } = answer;
  const id = place.params.id ?? '';
  const name = titled(id);
  const npm = npmOf(answer);
  const rankings = [npm, widerOf(answer.pypiWeekly, answer.pypiMonthly), answer.github].filter(
    ({ items }) => items.length > 0,
  );
  const overTime = [npm, answer.npmWeekly].find(({ history }) => history?.some(({ points }) => points.length > 1));
  const reported = adoption.categories.find(
    ({ category, label }) => category === id && (site.demoData || label !== 'sample'),
  );
  return (
    <>
      <Crumbs steps={[['Categories', '/categories']]} />
      <h1>{name}</h1>
      <p className="summary">
        {counted(directory.total, 'tool')} of this category, by what public sources count and by what vendors report.
        The two are never mixed, and no place is for sale.
      </p>
      <section aria-labelledby="used">
        <h2 id="used">What is used?</h2>
        {rankings.length === 0 ? (
          <p className="muted">No public figure of a tool of this category is known. That is not zero.</p>
        ) : (
          rankings.map(({ kind, title, unit, total, items }) => (
            <Fragment key={kind}>
              <UseRanking title={title} unit={unit} total={total} entries={items} today={adoption.period.to} />
              {total > items.length && (
                <p className="small">
                  <a href={rankingAt(kind, id)}>
                    All {counted(total, 'tool')} by {title}
                  </a>
                </p>
              )}
            </Fragment>
          ))
        )}
        {rankings.length > 0 && (
          <p className="small muted">{DOWNLOADS_SAY} Figures of two sources can’t be compared.</p>
        )}
        <CompareFirst items={npm.items} />
      </section>
      {overTime && (
        <section aria-labelledby="over-time">
          <h2 id="over-time">Over time</h2>
          <p className="small muted">
            {overTime.title}, of the first {counted(Math.min(LINES_MAX, overTime.items.length), 'tool')}{' '}
            <EvidenceChip label="public-source" />
          </p>
          <UseChart
            title={overTime.title}
            unit={overTime.unit}
            lines={(overTime.history ?? []).map(({ subject, points }) => ({
              name: overTime.items.find((item) => item.subject === subject)?.tool.name ?? subject,
              points,
            }))}
          />
        </section>
      )}
      <section aria-labelledby="reported">
        <h2 id="reported">Who reports?</h2>
        {reported ? (
          <p>
            <Published value={reported.developers} cohort={reported.cohort} />
            {reported.tools !== null && ` developers in ${counted(reported.tools, 'tool')}`},{' '}
            {formatDay(adoption.period.from)} to {formatDay(adoption.period.to)} (UTC){' '}
            <EvidenceChip label={reported.label} />
          </p>
        ) : (
          <p className="muted">
            Fewer than three tools of this category report. That is not zero. <a href="/adoption">Who reports</a>
          </p>
        )}
      </section>
      <CategoryOffers tools={directory.tools} />
      <section aria-labelledby="tools">
        <div className="head">
          <h2 id="tools">Tools of this category</h2>
          <a href={directoryAt({ category: id })}>All {counted(directory.total, 'tool')}</a>
        </div>
        <ul className="rows">
          {directory.tools.map((tool) => (
            <ToolRow key={tool.slug} tool={tool} ranked={false} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** The figures of npm: by week, or by month where months are known of more tools. */
const npmOf = ({ npmWeekly, npmMonthly }: PublicCategoryAnswer) => widerOf(npmWeekly, npmMonthly);

/** Tools that stand beside each other on one page. */
const COMPARED_FIRST = 3;

/** The way from a ranking to its first tools, fact by fact. */
function CompareFirst({ items }: { items: PublicCategoryAnswer['npmWeekly']['items'] }) {
  const first = items.slice(0, COMPARED_FIRST).map(({ tool }) => tool);
  if (first.length < 2) return null;
  return (
    <p>
      <a href={compareAt(first.map(({ slug }) => slug))}>Compare {first.map(({ name }) => name).join(', ')}</a> fact by
      fact
    </p>
  );
}

type ToolOfCategory = PublicCategoryAnswer['directoryContext']['tools'][number];

/** The live offers of a category's tools, each once. */
function CategoryOffers({ tools }: { tools: readonly ToolOfCategory[] }) {
  const offers = new Map(
    tools.flatMap((tool) => tool.offers.map((offer) => [offer.slug, { ...offer, tool }] as const)),
  );
  return (
    <section aria-labelledby="offers">
      <h2 id="offers">Offers</h2>
      {offers.size === 0 ? (
        <p className="muted">No live offer of these tools is known.</p>
      ) : (
        <ul className="plain">
          {[...offers.values()].map(({ slug, title, claim, tool }) => (
            <li key={slug}>
              <a href={`/offers/${slug}`}>
                <bdi>{title}</bdi>
              </a>{' '}
              <span className="muted">
                <bdi>{tool.name}</bdi>
              </span>{' '}
              <ClaimChip claim={claim} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function categoryPreview(answer: PublicCategoryAnswer, { params: { id = '' } }: Place): Preview {
  const { directoryContext, adoption } = answer;
  const [most] = npmOf(answer).items;
  const reported = adoption.categories.find(({ category, label }) => category === id && label === 'first-party');
  return {
    title: titled(id),
    drawableTitle: titled(id),
    line: 'Developer tools of this category, by what public sources count and by what vendors report',
    figures: [
      { value: String(directoryContext.total), label: 'tools' },
      ...(reported?.developers ? [{ value: reported.developers.toLocaleString('en'), label: 'developers' }] : []),
      ...(most
        ? [
            {
              value: most.value.toLocaleString('en'),
              label: `downloads of ${most.tool.name}`,
              note: formatDay(most.asOf),
            },
          ]
        : []),
    ],
  };
}

export function categoryHead(
  answer: PublicCategoryAnswer,
  { params: { id = '' } }: Place,
  { workspaceUrl }: Site,
): Head {
  const { directoryContext } = answer;
  const name = titled(id);
  const { unit, items } = npmOf(answer);
  const [most] = items;
  const used = most ? ` Most used from npm: ${most.tool.name}, ${most.value.toLocaleString('en')} ${unit}.` : '';
  return {
    title: `${name}: developer tools by use · DAI`,
    description: `${counted(directoryContext.total, 'tool')} for ${name.toLowerCase()}: who is used, by public figures with their day, and who reports.${used}`,
    canonical: `/categories/${id}`,
    jsonLd: [
      breadcrumbs(workspaceUrl, [
        ['Categories', '/categories'],
        [name, `/categories/${id}`],
      ]),
    ],
  };
}
