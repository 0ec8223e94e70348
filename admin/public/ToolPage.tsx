import { plainFactsOf } from '../directory/plain.facts.js';
import type { PublicToolAnswer, PublicToolVariables } from '../providers/generated/operations.js';
import { AdoptionTrend } from './components/AdoptionTrend.js';
import { Checks } from './components/Checks.js';
import { EvidenceChip } from './components/Chip.js';
import { CiteFigures } from './components/CiteFigures.js';
import { CopyButton } from './components/CopyButton.js';
import { Crumbs } from './components/Crumbs.js';
import { Day } from './components/Day.js';
import { Fact, Facts } from './components/Facts.js';
import { ClaimChip } from './components/OfferRow.js';
import { Linked, OutLink, TrackedLink } from './components/OutLink.js';
import { Siblings } from './components/Siblings.js';
import { Statement } from './components/Statement.js';
import { UseChart } from './components/UseChart.js';
import { DOWNLOADS_SAY, rankingAt, type UsedTool } from './components/UseRanking.js';
import { WhyFound } from './components/WhyFound.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { PERIOD_QUERY, periodOf } from './periods.js';
import { directoryAt } from './question.js';
import { addressOf, figureInWords, formatDay, httpsOf, humanize, shorten } from './texts.js';
import { trendOf } from './trend.js';

type Tool = PublicToolAnswer['tool'];

const LEVELS: Readonly<Record<string, string>> = {
  none: 'This record has not been checked',
  listed: 'Its facts were read from the sources named here',
  domain: 'Its vendor has proven to hold the domain',
  package: 'Its vendor has proven to publish the package',
};

/** The question that a visitor asks about the tool stands in the address beside the period. */
export const TOOL_QUERY = [...PERIOD_QUERY, 'why'];

const whyOf = ({ query }: Place): string => query.get('why')?.trim() ?? '';

export const toolVariables = (place: Place): PublicToolVariables => ({
  slug: place.params.slug ?? '',
  why: whyOf(place),
  explain: whyOf(place) !== '',
});

/** One tool: how to start, what proves it, and what is known of it from where. */
export function ToolPage(props: { answer: PublicToolAnswer; place: Place; site: Site }) {
  const { place, site } = props;
  const { tool } = props.answer;
  const action = (kind: string) => tool.actions.find((one) => one.kind === kind)?.url;
  const website = action('website');
  return (
    <>
      <Crumbs steps={[['Directory', '/directory']]} />
      <div className="head">
        <h1>
          <bdi>{tool.name}</bdi>
        </h1>
        {website && (
          <TrackedLink to={website} className="button">
            Open website
          </TrackedLink>
        )}
      </div>
      <p className="summary" dir="auto">
        {tool.summary}
        {tool.sponsored && <span className="muted"> Sponsored; that never moves a rank.</span>}
      </p>
      {tool.source && (
        <p className="muted stated">
          <Statement approvedOn={tool.source.approvedOn} />. No one has read it at its source.
        </p>
      )}
      <div className="split">
        <div>
          <Start tool={tool} docs={action('docs')} />
          <PublicUse tool={tool} site={site} />
          <AdoptionTrend path={place.path} history={tool.adoptionHistory} period={periodOf(place)} />
          <Evidence tool={tool} />
          <Offers tool={tool} />
          <Siblings tool={tool} />
          <WhyFound tool={tool} question={whyOf(place)} explained={props.answer.explainResult ?? null} />
          <Changes tool={tool} />
          <Checks checks={tool.checks} />
          <Badge tool={tool} site={site} />
        </div>
        <Known tool={tool} prices={action('pricing')} signUp={action('signup')} />
      </div>
    </>
  );
}

const sourcesOf = (tool: Tool, fact: string) =>
  tool.sources.filter(({ facts }) => facts.some((name) => name === fact || name.startsWith(`${fact}.`)));

function Start({ tool, docs }: { tool: Tool; docs: string | undefined }) {
  const { url, llmsTxt, openapi } = tool.docs;
  return (
    <section aria-labelledby="start">
      <h2 id="start">Start using it</h2>
      {tool.install.command && (
        <div className="code">
          <code>{tool.install.command}</code>
          <CopyButton text={tool.install.command} what="install command" />
        </div>
      )}
      {tool.mcp && <McpLine mcp={tool.mcp} />}
      <Facts>
        {!tool.install.command && <Fact label="Install command">{null}</Fact>}
        <Fact label="Documentation" sources={sourcesOf(tool, 'docs.url')}>
          {url &&
            (docs ? (
              <TrackedLink to={docs}>{addressOf(url)}</TrackedLink>
            ) : (
              <OutLink to={url}>{addressOf(url)}</OutLink>
            ))}
        </Fact>
        <Fact label="llms.txt" sources={sourcesOf(tool, 'docs.llmsTxt')}>
          {llmsTxt && <OutLink to={llmsTxt}>{addressOf(llmsTxt)}</OutLink>}
        </Fact>
        <Fact label="OpenAPI" sources={sourcesOf(tool, 'docs.openapi')}>
          {openapi && <OutLink to={openapi}>{addressOf(openapi)}</OutLink>}
        </Fact>
        <Fact label="Environment" sources={sourcesOf(tool, 'environment')}>
          {tool.environment.length > 0 && <code>{tool.environment.join(' ')}</code>}
        </Fact>
      </Facts>
    </section>
  );
}

/** How a host connects to the tool's MCP server, as its registry entry says. */
function McpLine({ mcp: { url, command } }: { mcp: NonNullable<Tool['mcp']> }) {
  const line = url ?? command;
  if (line === null) return null;
  return (
    <>
      <p className="small muted">{url ? 'Address of its MCP server' : 'Runs its MCP server'}</p>
      <div className="code">
        <code>{line}</code>
        <CopyButton text={line} what={url ? 'address of the MCP server' : 'command of the MCP server'} />
      </div>
    </>
  );
}

/** Figures of public sources about its main packages, over time. */
function PublicUse({ tool, site }: { tool: Tool; site: Site }) {
  const { useHistory, measures } = tool;
  const drawn = (useHistory ?? []).filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return null;
  return (
    <section aria-labelledby="use">
      <h2 id="use">How much is it used?</h2>
      <p className="small muted">Counted by public sources. {DOWNLOADS_SAY}</p>
      {drawn.map(({ kind, title, unit, subject, label, points }) => {
        const now = measures.find((one) => one.kind === kind && one.subject === subject);
        return (
          <div key={kind} className="ranking">
            <h3>
              {title} <EvidenceChip label={label} />
            </h3>
            <p className="small muted">
              <bdi>{subject}</bdi>. {changeInWords(now?.change ?? null, now?.changeSince ?? null)}{' '}
              <a href={rankingAt(kind)}>All tools by this figure</a>
            </p>
            <UseChart title={title} unit={unit} lines={[{ name: subject, points }]} />
          </div>
        );
      })}
      <CiteFigures
        cited={drawn.map(({ kind, title, subject }) => ({ title, figure: figureOf(tool, kind, subject) }))}
        sources={measures.map(({ source }) => source)}
        address={`${site.workspaceUrl}/tools/${tool.slug}#use`}
      />
    </section>
  );
}

/** The newest figure of a package, as a citation names it. */
function figureOf(tool: Tool, kind: string, subject: string): UsedTool | undefined {
  const found = tool.measures.find((one) => one.kind === kind && one.subject === subject);
  return found && { ...found, tool, rank: 1 };
}

function changeInWords(change: number | null, since: string | null): string {
  if (change === null || since === null) return 'No figure of four weeks before is known, so no change is computed.';
  const percent = Math.abs(change * 100).toFixed(1);
  const way = change > 0 ? `${percent} % more` : change < 0 ? `${percent} % less` : 'The same';
  return `${way} than on ${formatDay(since)}, computed from the two figures.`;
}

/** The proof of the tool; public figures stand beside adoption and are never added to it. */
function Evidence({ tool: { proof, measures } }: { tool: Tool }) {
  const signals = proof.filter(({ signal }) => signal !== 'public_source' || measures.length === 0);
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      {signals.length + measures.length === 0 ? (
        <p className="muted">No published adoption, public figure or offer that was read is known.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Evidence</th>
              <th scope="col" className="number">
                Value
              </th>
              <th scope="col">Label</th>
              <th scope="col">As of</th>
            </tr>
          </thead>
          <tbody>
            {signals.map(({ signal, label, asOf }) => (
              <tr key={signal}>
                <th scope="row">{humanize(signal)}</th>
                <td className="number">–</td>
                <td>
                  <EvidenceChip label={label} />
                </td>
                <td>
                  <Day at={asOf} />
                </td>
              </tr>
            ))}
            {measures.map(({ kind, subject, value, label, asOf, source }) => (
              <tr key={`${kind} ${subject}`}>
                <th scope="row">
                  {figureInWords(kind, subject).what} of <bdi>{figureInWords(kind, subject).of}</bdi>
                  <span className="source muted small">
                    <Linked text={source} />
                  </span>
                </th>
                <td className="number">{value.toLocaleString('en')}</td>
                <td>
                  <EvidenceChip label={label} />
                </td>
                <td>
                  <Day at={asOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Offers({ tool: { offers } }: { tool: Tool }) {
  return (
    <section aria-labelledby="offers">
      <h2 id="offers">Offers</h2>
      {offers.length === 0 ? (
        <p className="muted">No live offer is known.</p>
      ) : (
        <ul className="plain">
          {offers.map(({ slug, title, claim }) => (
            <li key={slug}>
              <a href={`/offers/${slug}`}>
                <bdi>{title}</bdi>
              </a>{' '}
              <ClaimChip claim={claim} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const CHANGED: Readonly<Record<string, string>> = { created: 'Listed', updated: 'Changed', removed: 'Taken down' };

/** Latest changes of the record. */
function Changes({ tool: { changes } }: { tool: Tool }) {
  if (!changes?.length) return null;
  return (
    <section aria-labelledby="changes">
      <div className="head">
        <h2 id="changes">What changed lately</h2>
        <a href="/feeds/directory.atom">Feed of all tools</a>
      </div>
      <ul className="plain">
        {changes.map(({ at, change, fields }) => (
          <li key={`${at} ${change}`}>
            <Day at={at} /> {CHANGED[change] ?? change}
            {change === 'updated' && fields.length > 0 && `: ${fields.map(humanize).join(', ')}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The badge for the tool's own pages, which says what the newest snapshot does. */
function Badge({ tool: { slug, adoptionHistory }, site: { workspaceUrl } }: { tool: Tool; site: Site }) {
  const markdown = `[![DAI adoption](${workspaceUrl}/badges/${slug}.svg)](${workspaceUrl}/tools/${slug})`;
  return (
    <section aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      {adoptionHistory.length > 0 ? (
        <p>
          <img src={`/badges/${slug}.svg`} alt="The adoption of the newest snapshot" height="20" loading="lazy" />
        </p>
      ) : (
        <p className="small muted">For the tool’s own pages. It has a number once the vendor reports adoption here.</p>
      )}
      <div className="code">
        <code>{markdown}</code>
        <CopyButton text={markdown} what="badge for a README" />
      </div>
    </section>
  );
}

function Known({ tool, prices, signUp }: { tool: Tool; prices: string | undefined; signUp: string | undefined }) {
  const { vendor, pricing, verification } = tool;
  return (
    <section aria-labelledby="known">
      <h2 id="known">What is known</h2>
      <Facts>
        <Fact label="Vendor" sources={sourcesOf(tool, 'vendor')}>
          {[vendor.name, vendor.domain].filter(Boolean).join(' · ')}
        </Fact>
        {tool.aliases.length > 0 && <Fact label="Also called">{tool.aliases.join(', ')}</Fact>}
        <Fact label="Categories" sources={sourcesOf(tool, 'categories')}>
          {tool.categories.length > 0 && <Tags of={tool.categories} to={(category) => directoryAt({ category })} />}
        </Fact>
        <Fact label="Capabilities">
          {tool.capabilities.length > 0 && (
            <Tags of={tool.capabilities} to={(name) => directoryAt({ q: name.replaceAll('-', ' ') })} />
          )}
        </Fact>
        <Fact label="Pricing" sources={sourcesOf(tool, 'pricing.model')}>
          {pricing.model !== 'unknown' && humanize(pricing.model)}
        </Fact>
        <Fact label="Prices" sources={sourcesOf(tool, 'pricing.url')}>
          {prices && <TrackedLink to={prices}>Price list</TrackedLink>}
        </Fact>
        <Fact label="Sign-up" sources={sourcesOf(tool, 'signupUrl')}>
          {signUp && <TrackedLink to={signUp}>Sign-up page</TrackedLink>}
        </Fact>
        <Fact label="Languages" sources={sourcesOf(tool, 'packages')}>
          {tool.languages.length > 0 && languagesInWords(tool)}
        </Fact>
        {plainFactsOf(tool, humanize).map(({ label, text, sources }) => (
          <Fact key={label} label={label} sources={sources}>
            {text}
          </Fact>
        ))}
        <Fact label="Verification">
          {LEVELS[verification.level] ?? verification.level}
          {verification.level !== 'none' && verification.checkedAt && (
            <>
              , last checked <Day at={verification.checkedAt} />
            </>
          )}
        </Fact>
      </Facts>
    </section>
  );
}

/** `JavaScript, TypeScript`: the languages of its packages, each once. */
const languagesInWords = ({ languages }: Tool): string =>
  [...new Set(languages.map(({ language }) => language))].join(', ');

function Tags({ of, to }: { of: readonly string[]; to: (name: string) => string }) {
  return (
    <ul className="tags">
      {of.map((name) => (
        <li key={name}>
          <a href={to(name)}>{humanize(name)}</a>
        </li>
      ))}
    </ul>
  );
}

/** The picture of a tool: its developers where they are published, and its public figures. */
export function toolPreview({ tool }: PublicToolAnswer, place: Place): Preview {
  const latest = trendOf(tool.adoptionHistory, periodOf(place)).at(-1);
  return {
    title: tool.name,
    drawableTitle: tool.slug,
    line: tool.summary,
    figures: [
      ...(latest?.developers && latest.label === 'first-party'
        ? [
            {
              value: latest.developers.toLocaleString('en'),
              label: `developers in ${latest.period.replace('d', ' days')}`,
            },
          ]
        : []),
      ...tool.measures.map(({ kind, value, asOf }) => ({
        value: value.toLocaleString('en'),
        label: humanize(kind),
        note: formatDay(asOf),
      })),
      ...(tool.offers.length > 0 ? [{ value: String(tool.offers.length), label: 'live offers' }] : []),
    ],
  };
}

export function toolHead({ tool }: PublicToolAnswer, place: Place, { workspaceUrl }: Site): Head {
  const canonical = `/tools/${tool.slug}`;
  const vendorUrl = tool.vendor.domain ? httpsOf(`https://${tool.vendor.domain}`) : null;
  return {
    title: `${tool.name} · DAI`,
    description: shorten(tool.summary),
    canonical,
    unlisted: whyOf(place) !== '',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: tool.name,
        description: tool.summary,
        url: workspaceUrl + canonical,
        applicationCategory: 'DeveloperApplication',
        dateModified: tool.updatedAt,
        ...(tool.aliases.length > 0 ? { alternateName: tool.aliases } : {}),
        ...(tool.vendor.name
          ? { author: { '@type': 'Organization', name: tool.vendor.name, ...(vendorUrl ? { url: vendorUrl } : {}) } }
          : {}),
      },
      breadcrumbs(workspaceUrl, [
        ['Directory', '/directory'],
        [tool.name, canonical],
      ]),
    ],
  };
}
