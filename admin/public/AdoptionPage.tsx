import type { PublicAdoptionAnswer, PublicAdoptionVariables } from '../providers/generated/operations.js';
import { AdoptionTable } from './components/AdoptionTable.js';
import { EvidenceChip } from './components/Chip.js';
import { Day } from './components/Day.js';
import { MethodologyText } from './components/Methodology.js';
import { PeriodNav } from './components/PeriodNav.js';
import { Published } from './components/Published.js';
import { breadcrumbs } from './jsonld.js';
import type { Head, Place, Site } from './page.js';
import { periodAt, periodOf } from './periods.js';
import { counted, formatDay, humanize } from './texts.js';

/** The newest snapshot of public adoption, with its rules beside it. */
export function AdoptionPage({ answer }: { answer: PublicAdoptionAnswer }) {
  const { adoption, adoptionMethodology } = answer;
  const { period, snapshotId, asOf, tools, categories, rankings } = adoption;
  return (
    <>
      <h1>Adoption of developer tools</h1>
      <p className="summary">
        What vendors’ own servers report, counted, rounded and published once a day. Small and dominated numbers are
        withheld, and no place is for sale.
      </p>
      <PeriodNav path="/adoption" period={period.id} />
      <div className="beside">
        <div>
          {asOf === null ? (
            <p className="empty">No snapshot has been made yet: a day is published 24 hours after it has ended.</p>
          ) : tools.length === 0 ? (
            <p className="empty">
              No vendor reports adoption yet. Tools are listed here once a vendor’s product is linked and its domain is
              verified.
            </p>
          ) : (
            <AdoptionTable
              rows={tools}
              caption={`${counted(tools.length, 'tool')}, ${formatDay(period.from)} to ${formatDay(period.to)} (UTC), distinct developers and accounts`}
            />
          )}
          {asOf !== null && (
            <p className="small cite">
              Snapshot <code>{snapshotId}</code>, made <Day at={asOf} /> under{' '}
              <code>{adoption.methodology.version}</code>.{' '}
              <a href={apiAt(period.id)} download={`adoption-${period.id}-${period.to}-${snapshotId}.json`}>
                Download JSON
              </a>{' '}
              · <a href={apiAt(period.id)}>API</a> · <a href="/api/v1/agent-rank">Score contract</a>
            </p>
          )}
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

/** The rules beside the numbers; below them, folded, where there is no room. */
function Methodology({ text: { version, sections } }: { text: PublicAdoptionAnswer['adoptionMethodology'] }) {
  return (
    <aside aria-labelledby="methodology">
      <h2 id="methodology">How it is counted</h2>
      <details className="fold">
        <summary>Show the methodology {version}</summary>
        <MethodologyText sections={sections} as="h3" />
        <p>
          <a href="/methodology">
            Methodology <code>{version}</code>
          </a>
        </p>
      </details>
    </aside>
  );
}

const apiAt = (period: string): string => `/api/v1/adoption?period=${period}&limit=100`;

export const adoptionVariables = (place: Place): PublicAdoptionVariables => ({
  period: periodOf(place),
  limit: 100,
});

export function adoptionHead({ adoption }: PublicAdoptionAnswer, _place: unknown, { workspaceUrl }: Site): Head {
  return {
    title: 'Adoption of developer tools · DAI',
    description: `Adoption that vendors’ own servers report, ${formatDay(adoption.period.from)} to ${formatDay(adoption.period.to)}: developers, accounts, activation and return, with small numbers withheld.`,
    canonical: periodAt('/adoption', adoption.period.id),
    jsonLd: [breadcrumbs(workspaceUrl, [['Adoption', '/adoption']])],
  };
}
