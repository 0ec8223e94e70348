import type { PublicAdoptionAnswer, PublicAdoptionVariables } from '../providers/generated/operations.js';
import { EvidenceChip } from './components/Chip.js';
import { CiteFigures } from './components/CiteFigures.js';
import { CiteThis, datasetOf } from './components/CiteThis.js';
import { Day } from './components/Day.js';
import { MethodologyText } from './components/Methodology.js';
import { PeriodNav } from './components/PeriodNav.js';
import { Published } from './components/Published.js';
import { isPublicUseFirst, ReportedRows } from './components/ReportedRows.js';
import { DOWNLOADS_SAY, rankingAt, UseRanking } from './components/UseRanking.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { periodAt, periodOf } from './periods.js';
import { counted, formatDay, humanize } from './texts.js';

/** The newest snapshot of public adoption, or the one of a day, with its rules beside it. */
export function AdoptionPage({ answer, place, site }: { answer: PublicAdoptionAnswer; place: Place; site: Site }) {
  const { adoption, adoptionMethodology } = answer;
  const { period, snapshotId, asOf, tools } = adoption;
  const { demoData } = site;
  const { day } = place.params;
  const api = apiAt(period.id, day);
  const isShown = ({ label }: { readonly label: string }): boolean => demoData || label !== 'sample';
  const categories = adoption.categories.filter(isShown);
  const rankings = adoption.rankings.filter(({ label }) => label === 'first-party');
  const publicUse = (
    <PublicRankings rankings={adoption.rankings} page={`${site.workspaceUrl}${pathAt(place)}`} today={period.to} />
  );
  const isUseFirst = isPublicUseFirst(tools);
  return (
    <>
      <h1>{titleAt(place)}</h1>
      <p className="summary">
        Two kinds of figures, never mixed: what registries count in public, and what vendors’ own servers report,
        rounded and published once a day. No place is for sale.
      </p>
      {day !== undefined && (
        <p className="small">
          A snapshot of an earlier day stays as it was published. <a href="/adoption">The newest one</a>
        </p>
      )}
      {isUseFirst && publicUse}
      <div className={tools.some(({ label }) => label !== 'sample') ? 'beside' : undefined}>
        <div>
          <div className="head">
            <h2 id="reported">Reported by vendors</h2>
            <PeriodNav path={pathAt(place)} part="#reported" period={period.id} />
          </div>
          <p className="small muted">
            Distinct developers and accounts, as vendors’ own servers report them. Small and dominated numbers are
            withheld.
          </p>
          {asOf === null ? (
            <p className="empty">No snapshot has been made yet: a day is published 24 hours after it has ended.</p>
          ) : (
            <ReportedRows
              rows={tools}
              period={period.id}
              caption={`${counted(tools.filter(({ label }) => label !== 'sample').length, 'tool')}, ${formatDay(period.from)} to ${formatDay(period.to)} (UTC), distinct developers and accounts`}
              demoData={demoData}
              none="No vendor reports adoption yet. Tools are listed here once a vendor’s product is linked and its domain is verified."
            />
          )}
          {asOf !== null && (
            <p className="small cite">
              Snapshot <code>{snapshotId}</code>, made <Day at={asOf} /> under{' '}
              <code>{adoption.methodology.version}</code>.{' '}
              <a href={api} download={`adoption-${period.id}-${period.to}-${snapshotId}.json`}>
                Download JSON
              </a>{' '}
              · <a href={`${api}&format=csv`}>CSV</a> · <a href={api}>API</a> ·{' '}
              <a href="/api/v1/agent-rank">Score contract</a>
            </p>
          )}
          {snapshotId !== null && <CiteThis cited={adoption} site={site} />}
          <section aria-labelledby="categories">
            <h2 id="categories">Categories</h2>
            {categories.length === 0 ? (
              <p className="muted">No category has a tool that reports.</p>
            ) : (
              <ul className="plain">
                {categories.map(({ category, label, cohort, developers, tools: contributing }) => (
                  <li key={category}>
                    {humanize(category)}: <Published value={developers} cohort={cohort} />
                    {contributing !== null && ` developers in ${counted(contributing, 'tool')}`}{' '}
                    <EvidenceChip label={label} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {rankings.length > 0 && (
            <section aria-labelledby="rankings">
              <h2 id="rankings">Rankings</h2>
              {rankings.map(({ id, title, label, entries }) => (
                <div key={id} className="ranking">
                  <h3>
                    {title} <EvidenceChip label={label} />
                  </h3>
                  <ul className="bare">
                    {entries.map(({ rank, tool, value }) => (
                      <li key={tool.slug}>
                        {rank}. <a href={`/tools/${tool.slug}`}>{tool.name}</a> {value.toLocaleString('en')}
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </section>
          )}
          {!isUseFirst && publicUse}
          <section aria-labelledby="not-said">
            <h2 id="not-said">What this doesn’t say</h2>
            <ul>
              {adoptionMethodology.notSaid.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        </div>
        <Methodology text={adoptionMethodology} />
      </div>
    </>
  );
}

/** Places of a public ranking that are shown; the interface has a hundred. */
const USE_OPEN = 10;

type Ranking = PublicAdoptionAnswer['adoption']['rankings'][number];

/** Rankings of public sources by kind, as the snapshot has them: the one with most tools open, the others folded. */
function PublicRankings({ rankings, page, today }: { rankings: readonly Ranking[]; page: string; today: string }) {
  const [first, ...others] = rankings
    .filter(({ label }) => label === 'public-source')
    .toSorted((a, b) => b.entries.length - a.entries.length);
  if (!first) return null;
  return (
    <section aria-labelledby="use">
      <h2 id="use">Public figures</h2>
      <p className="small muted">
        Counted by the registries, not by vendors’ servers and not by us. {DOWNLOADS_SAY} Figures of two sources can’t
        be compared.
      </p>
      <Places ranking={first} today={today} />
      {others.map((ranking) => (
        <details key={ranking.id} className="fold">
          <summary>{ranking.title}</summary>
          <Places ranking={ranking} today={today} />
        </details>
      ))}
      <CiteFigures
        cited={[{ title: first.title, figure: first.entries[0] }]}
        sources={first.entries.map(({ source }) => source)}
        address={`${page}#use`}
      />
    </section>
  );
}

/** The first places of one ranking, and the way to the others. */
const Places = ({ ranking: { id, title, entries }, today }: { ranking: Ranking; today: string }) => (
  <>
    <UseRanking title={title} entries={entries.slice(0, USE_OPEN)} today={today} />
    <p className="small">
      <a href={rankingAt(id)}>All tools with this figure today</a>
    </p>
  </>
);

/** Sections of the methodology that stand beside the numbers: whose they are, and when one is published. The page has the rest. */
const SECTIONS_BESIDE = 5;

/** The rules beside the numbers; below them, folded, where there are none yet or no room. */
function Methodology({ text: { version, sections } }: { text: PublicAdoptionAnswer['adoptionMethodology'] }) {
  return (
    <aside aria-labelledby="methodology">
      <h2 id="methodology">How it is counted</h2>
      <details className="fold">
        <summary>Show the methodology {version}</summary>
        <MethodologyText sections={sections.slice(0, SECTIONS_BESIDE)} as="h3" />
        <p>
          <a href="/methodology">
            Methodology <code>{version}</code>
          </a>
        </p>
      </details>
    </aside>
  );
}

const apiAt = (period: string, day: string | undefined): string =>
  `/api/v1/adoption?period=${period}&limit=100${day === undefined ? '' : `&day=${day}`}`;

const pathAt = ({ params: { day } }: Place): string => (day === undefined ? '/adoption' : `/adoption/${day}`);

const titleAt = ({ params: { day } }: Place): string =>
  day === undefined ? 'Adoption of developer tools' : `Adoption of developer tools until ${formatDay(day)}`;

export const adoptionVariables = (place: Place): PublicAdoptionVariables => ({
  period: periodOf(place),
  limit: 100,
  day: place.params.day ?? null,
});

/** The picture of a snapshot: its window, and how many tools are published in it. */
export const adoptionPreview = ({ adoption: { period, tools } }: PublicAdoptionAnswer, place: Place): Preview => ({
  title: titleAt(place),
  drawableTitle: titleAt(place),
  line: `${formatDay(period.from)} to ${formatDay(period.to)} (UTC), as vendors’ own servers report it`,
  figures: [
    { value: String(tools.filter(({ label }) => label === 'first-party').length), label: 'tools report' },
    { value: String(tools.filter(({ cohort }) => cohort === 'reported').length), label: 'rows with numbers' },
  ],
});

export function adoptionHead({ adoption }: PublicAdoptionAnswer, place: Place, site: Site): Head {
  const { day } = place.params;
  const steps = [['Adoption', '/adoption'] as const, ...(day ? [[day, pathAt(place)] as const] : [])];
  return {
    title: `${titleAt(place)} · DAI`,
    description: `Adoption that vendors’ own servers report, ${formatDay(adoption.period.from)} to ${formatDay(adoption.period.to)}: developers, accounts, activation and return, with small numbers withheld.`,
    canonical: periodAt(pathAt(place), adoption.period.id),
    jsonLd: [breadcrumbs(site.workspaceUrl, steps), ...datasetOf(adoption, site)],
  };
}
