import type { PublicHomeAnswer } from '../providers/generated/operations.js';
import { AdoptionTable } from './components/AdoptionTable.js';
import { EvidenceChip } from './components/Chip.js';
import { DirectorySearch } from './components/DirectorySearch.js';
import { OfferRow } from './components/OfferRow.js';
import { ToolRow } from './components/ToolRow.js';
import { type Head, type Site } from './page.js';
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
export function HomePage({ answer }: { answer: PublicHomeAnswer }) {
  const { directoryContext: directory, offers, adoption } = answer;
  return (
    <>
      <section className="lead">
        <h1>Developer tools, with evidence</h1>
        <p>
          Search {counted(directory.total, 'developer tool')} and {counted(offers.total, 'offer')}. Every fact names its
          source and the day it was read. Sponsorship never moves a rank.
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
      <section aria-labelledby="adoption">
        <div className="head">
          <h2 id="adoption">Adoption</h2>
          <a href="/adoption">All rows, periods and the methodology</a>
        </div>
        {adoption.tools.length === 0 ? (
          <p className="muted">No vendor reports adoption yet. That is not zero.</p>
        ) : (
          <AdoptionTable
            rows={adoption.tools}
            caption={`${formatDay(adoption.period.from)} to ${formatDay(adoption.period.to)} (UTC), distinct developers and accounts, as vendors’ own servers report`}
          />
        )}
      </section>
      <section aria-labelledby="best">
        <div className="head">
          <h2 id="best">Best proven</h2>
          <a href="/directory">All {counted(directory.total, 'tool')}</a>
        </div>
        <ul className="rows">
          {directory.tools.map((tool) => (
            <ToolRow key={tool.slug} tool={tool} ranked={false} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="categories">
        <h2 id="categories">Categories</h2>
        <ul className="tags">
          {directory.facets.category.slice(0, CATEGORIES_SHOWN).map(({ value, count }) => (
            <li key={value}>
              <a href={directoryAt({ category: value })}>{humanize(value)}</a> <span className="muted">{count}</span>
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

export function homeHead({ directoryContext, offers }: PublicHomeAnswer, _place: unknown, site: Site): Head {
  const description = `Search ${counted(directoryContext.total, 'developer tool')} and ${counted(offers.total, 'offer')} with evidence: every fact names its source and the day it was read.`;
  return {
    title: 'DAI: developer tools, with evidence',
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
