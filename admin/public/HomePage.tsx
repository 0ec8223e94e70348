import type { PublicHomeAnswer } from '../providers/generated/operations.js';
import { EvidenceChip } from './components/Chip.js';
import { CopyButton } from './components/CopyButton.js';
import { DirectorySearch } from './components/DirectorySearch.js';
import { OfferRow } from './components/OfferRow.js';
import { isPublicUseFirst, ReportedRows } from './components/ReportedRows.js';
import { ToolRow } from './components/ToolRow.js';
import { DOWNLOADS_SAY, rankingAt, UseRanking, widerOf } from './components/UseRanking.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Site } from './page.js';
import { directoryAt } from './question.js';
import { counted, formatDay, humanize } from './texts.js';

/** As many categories as fill three lines. */
const CATEGORIES_SHOWN = 24;
const EXAMPLES = ['send transactional email', 'alternative to Auth0', 'vector database', 'payments for a SaaS'];
const LABELS: readonly (readonly [label: string, meaning: string])[] = [
  ['first-party', 'Events that the product’s own servers sent.'],
  ['public-source', 'Read from a page that anyone can open, with the day it was read.'],
  ['sample', 'Made-up data for trying things out. It counts nowhere.'],
  ['modelled', 'Computed, not observed.'],
  ['missing', 'No one knows. It is never shown as zero.'],
];

/** The subject of the index, and the way into it. */
export function HomePage({ answer, site }: { answer: PublicHomeAnswer; site: Site }) {
  const { directoryContext: directory, offers, adoption, npmWeekly, npmMonthly, directoryCoverage } = answer;
  return (
    <>
      <section className="lead">
        <h1>Find out which developer tools are really used</h1>
        <p>
          DAI, the Developer Adoption Index, is a directory of {counted(directory.total, 'developer tool')} and{' '}
          {counted(offers.total, 'offer')} of credits and discounts, for people and coding agents who choose one: what
          it does, what it costs and how much it is used, each with its source and day. Sponsorship never moves a rank.
        </p>
        <DirectorySearch />
        <p className="small">
          Try{' '}
          {EXAMPLES.map((q, index) => (
            <span key={q}>
              {index > 0 && ', '}
              <a href={directoryAt({ q })}>{q}</a>
            </span>
          ))}
        </p>
      </section>
      {isPublicUseFirst(adoption.tools) && (
        <MostUsed use={widerOf(npmWeekly, npmMonthly)} coverage={directoryCoverage} today={adoption.period.to} />
      )}
      <section aria-labelledby="agents">
        <h2 id="agents">For your coding agent</h2>
        <p className="small muted">
          One line connects it: it then searches tools and offers by itself, without an account.
        </p>
        <div className="code">
          <code>{mcpCommand(site)}</code>
          <CopyButton text={mcpCommand(site)} what="the line for a coding agent" />
        </div>
        <p className="small muted">
          Other hosts: <a href="/docs/guides/coding-agents">the guide</a>. Without MCP: give it{' '}
          <a href="/llms.txt">{site.workspaceUrl}/llms.txt</a>.
        </p>
      </section>
      <section aria-labelledby="adoption">
        <div className="head">
          <h2 id="adoption">Reported by vendors</h2>
          <a href="/adoption#reported">All rows, periods and the methodology</a>
        </div>
        <ReportedRows
          rows={adoption.tools}
          period={adoption.period.id}
          caption={`${formatDay(adoption.period.from)} to ${formatDay(adoption.period.to)} (UTC), distinct developers and accounts, as vendors’ own servers report`}
          demoData={site.demoData}
          none="No vendor reports adoption yet. That is not zero."
        />
      </section>
      <section aria-labelledby="best">
        <div className="head">
          <h2 id="best">Most evidence</h2>
          <a href="/directory">All {counted(directory.total, 'tool')}</a>
        </div>
        <p className="small muted">
          The most kinds of evidence first: adoption that vendors report, and figures of several public sources.
        </p>
        <ul className="rows">
          {directory.tools.map((tool) => (
            <ToolRow key={tool.slug} tool={tool} ranked={false} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="categories">
        <div className="head">
          <h2 id="categories">Categories</h2>
          <a href="/categories">All categories</a>
        </div>
        <ul className="tags">
          {directory.facets.category.slice(0, CATEGORIES_SHOWN).map(({ value, count }) => (
            <li key={value}>
              <a href={`/categories/${value}`}>{humanize(value)}</a> <span className="muted">{count}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="offers">
        <div className="head">
          <h2 id="offers">Credits and discounts</h2>
          <a href="/offers">All {counted(offers.total, 'offer')}</a>
        </div>
        <ul className="rows">
          {offers.offers.map((offer) => (
            <OfferRow key={offer.slug} offer={offer} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="labels">
        <h2 id="labels">What counts as evidence</h2>
        <dl className="facts">
          {LABELS.map(([label, meaning]) => (
            <div key={label} className="fact">
              <dt>
                <EvidenceChip label={label} />
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="build">
        <h2 id="build">Build with it</h2>
        <ul className="plain">
          <li>
            <strong>Coding agents</strong> search, plan and prepare projects over MCP, REST or GraphQL.{' '}
            <a href="/llms.txt">llms.txt</a> is the short guide, <a href="/docs">the documentation</a> the long one.
          </li>
          <li>
            <strong>Developers</strong> save plans, publish projects and claim offers in{' '}
            <a href="/admin/">the workspace</a>.
          </li>
          <li>
            <strong>Companies</strong> send adoption events from their servers and see what developers do with their
            product. <a href="/admin/#/login?account=new">Create an account</a>
          </li>
        </ul>
      </section>
    </>
  );
}

interface MostUsedProps {
  readonly use: PublicHomeAnswer['npmWeekly'];
  readonly coverage: PublicHomeAnswer['directoryCoverage'];
  readonly today: string;
}

/** The tools that the most used registry counts most: a real ranking, which no vendor can buy or report. */
function MostUsed({ use: { kind, title, unit, total, items }, coverage: { tools, facts }, today }: MostUsedProps) {
  if (items.length === 0) return null;
  const known = facts.find(({ fact }) => fact === 'measures')?.known ?? 0;
  return (
    <section aria-labelledby="used">
      <div className="head">
        <h2 id="used">Most used, by public figures</h2>
        <a href={rankingAt(kind)}>All {counted(total, 'tool')}</a>
      </div>
      <UseRanking title={title} unit={unit} total={total} entries={items} today={today} />
      <p className="small muted">
        {known.toLocaleString('en')} of {counted(tools, 'tool')} have a public figure: downloads that a registry counts,
        or stars. {DOWNLOADS_SAY} <a href="/adoption#use">Other sources</a>, or by <a href="/categories">category</a>
      </p>
    </section>
  );
}

const mcpCommand = ({ apiUrl }: Site): string => `claude mcp add --transport http dai ${apiUrl}/mcp`;

/** The picture of the index: how much of it there is. */
export const homePreview = ({ directoryContext, offers, adoption }: PublicHomeAnswer): Preview => ({
  title: 'Which developer tools are really used',
  drawableTitle: 'DAI',
  line: 'A directory for people and coding agents: every fact names its source and the day it was read.',
  figures: [
    { value: directoryContext.total.toLocaleString('en'), label: 'tools' },
    { value: offers.total.toLocaleString('en'), label: 'credits and discounts' },
    {
      value: String(adoption.tools.filter(({ label }) => label === 'first-party').length),
      label: 'tools report adoption',
    },
  ],
});

export function homeHead({ directoryContext, offers }: PublicHomeAnswer, _place: unknown, site: Site): Head {
  const description = `Search ${counted(directoryContext.total, 'developer tool')} and ${counted(offers.total, 'offer')} with evidence: every fact names its source and the day it was read.`;
  return {
    title: 'DAI: which developer tools are really used',
    description,
    canonical: '/',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: 'DAI',
        url: `${site.workspaceUrl}/`,
        description,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${site.workspaceUrl}/directory?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
