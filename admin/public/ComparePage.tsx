import type { PublicComparisonAnswer } from '../providers/generated/operations.js';
import { Crumbs } from './components/Crumbs.js';
import { Sources } from './components/Facts.js';
import { OutLink } from './components/OutLink.js';
import { DOWNLOADS_SAY } from './components/UseRanking.js';
import { breadcrumbs } from './jsonld.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Place, Site } from './page.js';
import { compareAt } from './question.js';
import { addressOf, figureInWords, formatDay, httpsOf } from './texts.js';

type Comparison = PublicComparisonAnswer['compareTools'];
type ComparedTool = Comparison['tools'][number];
type ComparedFact = Comparison['facts'][number];

const TOOLS_MAX = 4;
/** Facts that are typed and not read. */
const COMMANDS = new Set(['install', 'mcp']);

const namesOf = ({ tools }: Comparison): string => tools.map(({ name }) => name).join(' vs ');

/** Two to four tools beside each other: first the facts in which they differ, then the rest. */
export function ComparePage({ answer: { compareTools: comparison } }: { answer: PublicComparisonAnswer }) {
  const { tools, facts } = comparison;
  return (
    <>
      <Crumbs steps={[['Directory', '/directory']]} />
      <h1>
        {tools.map(({ slug, name }, index) => (
          <span key={slug}>
            {index > 0 && ' vs '}
            <bdi>{name}</bdi>
          </span>
        ))}
      </h1>
      <p className="summary">
        {purposeOf(comparison)} A fact that was read stands beside the page that shows it and the day of the reading; a
        figure has its own day. What no one has read is unknown; it may be so or not. {DOWNLOADS_SAY}
      </p>
      <dl className="compared-tools">
        {tools.map(({ slug, name, summary }) => (
          <div key={slug}>
            <dt>
              <a href={`/tools/${slug}`}>
                <bdi>{name}</bdi>
              </a>
            </dt>
            <dd dir="auto">{summary}</dd>
          </div>
        ))}
      </dl>
      <FactTable id="differ" title="Where they differ" tools={tools} facts={facts.filter(({ differs }) => differs)} />
      <FactTable
        id="alike"
        title="Alike, or not known of all"
        tools={tools}
        facts={facts.filter(({ differs }) => !differs)}
      />
      <Others comparison={comparison} />
    </>
  );
}

/** How far the tools are for the same, in a sentence. */
function purposeOf({ tools, facts, competeFor }: Comparison): string {
  const all = tools.length === 2 ? 'Both' : 'All of them';
  if (competeFor) return `${all} are for the same: ${competeFor.title}.`;
  const [first, ...others] = facts.find(({ id }) => id === 'capabilities')?.cells ?? [];
  const shared = first?.values?.filter((value) => others.every(({ values }) => values?.includes(value))) ?? [];
  return shared.length > 0
    ? `${all} have ${new Intl.ListFormat('en').format(shared)}, and each is mainly for something else.`
    : 'They are for different things, or it is not known what each is for.';
}

interface FactTableProps {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly ComparedTool[];
  readonly facts: readonly ComparedFact[];
}

function FactTable({ id, title, tools, facts }: FactTableProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {facts.length === 0 ? (
        <p className="muted">There is no such fact.</p>
      ) : (
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">Fact</th>
              {tools.map(({ slug, name }) => (
                <th key={slug} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map((fact) => (
              <tr key={fact.id}>
                <th scope="row">{fact.title}</th>
                {tools.map((tool) => (
                  <Cell key={tool.slug} tool={tool} fact={fact} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Cell({ tool, fact: { id, cells } }: { tool: ComparedTool; fact: ComparedFact }) {
  const cell = cells.find(({ slug }) => slug === tool.slug);
  const isKnown = cell?.values !== null && cell?.values !== undefined;
  return (
    <td>
      <span className="unit small muted">
        <bdi>{tool.name}</bdi>
      </span>
      {isKnown ? <Values id={id} values={cell.values ?? []} tool={tool} /> : <span className="muted">unknown</span>}
      {isKnown && cell.sources.length > 0 && (
        <span className="small muted">
          <Sources sources={cell.sources} />
        </span>
      )}
    </td>
  );
}

function Values({ id, values, tool }: { id: string; values: readonly string[]; tool: ComparedTool }) {
  if (id === 'offers')
    return tool.offers.map(({ slug, title }) => (
      <span key={slug} className="source">
        <a href={`/offers/${slug}`}>
          <bdi>{title}</bdi>
        </a>
      </span>
    ));
  const [first = ''] = values;
  if (httpsOf(first) !== null && values.length === 1) return <OutLink to={first}>{addressOf(first)}</OutLink>;
  if (COMMANDS.has(id)) return <code>{first}</code>;
  return <bdi>{values.join(', ')}</bdi>;
}

/** Others for the same, to put beside these. */
function Others({ comparison: { tools, others } }: { comparison: Comparison }) {
  const slugs = tools.map(({ slug }) => slug);
  if (others.length === 0 || slugs.length >= TOOLS_MAX) return null;
  return (
    <section aria-labelledby="others">
      <h2 id="others">Compare with one more</h2>
      <ul className="plain">
        {others.map(({ slug, name, reasons }) => (
          <li key={slug}>
            <a href={compareAt([...slugs, slug])} aria-label={`Compare with ${name} too`}>
              <bdi>{name}</bdi>
            </a>{' '}
            <span className="small muted">{reasons.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The picture of a comparison: a figure that a public source counts of each, the first kind that more than one has. */
export function comparePreview({ compareTools: comparison }: PublicComparisonAnswer): Preview {
  const { tools, competeFor } = comparison;
  const kinds = tools.flatMap(({ measures }) => measures.map(({ kind }) => kind));
  const kind = kinds.find((one) => tools.filter(({ measures }) => measures.some((m) => m.kind === one)).length > 1);
  return {
    title: namesOf(comparison),
    drawableTitle: tools.map(({ slug }) => slug).join(' vs '),
    line: competeFor
      ? `${competeFor.title}: compared fact by fact, with sources and days`
      : 'Compared fact by fact, with sources and days',
    figures: tools.slice(0, 3).flatMap(({ name, measures }) => {
      const figure = measures.find((one) => one.kind === kind);
      return figure
        ? [
            {
              value: figure.value.toLocaleString('en'),
              label: `${name}: ${figureInWords(figure.kind, figure.subject).what}`,
              note: formatDay(figure.asOf),
            },
          ]
        : [];
    }),
  };
}

/** Search engines list pairs that compete; of other and larger comparisons there are more than anyone reads. */
export function compareHead(
  { compareTools: comparison }: PublicComparisonAnswer,
  _place: Place,
  { workspaceUrl }: Site,
): Head {
  const { tools, competeFor } = comparison;
  const canonical = compareAt(tools.map(({ slug }) => slug));
  return {
    title: `${namesOf(comparison)}: compared fact by fact · DAI`,
    description: `${namesOf(comparison)}${competeFor ? ` for ${competeFor.title}` : ''}: prices, licences, interfaces, languages and public use, each with its source and the day on which it was read.`,
    canonical,
    unlisted: competeFor === null || tools.length > 2,
    jsonLd: [
      breadcrumbs(workspaceUrl, [
        ['Directory', '/directory'],
        [namesOf(comparison), canonical],
      ]),
    ],
  };
}
