import type { PublicMethodologyAnswer } from '../providers/generated/operations.js';
import { Crumbs } from './components/Crumbs.js';
import { Day } from './components/Day.js';
import { MethodologyText } from './components/Methodology.js';
import { breadcrumbs } from './jsonld.js';
import type { Head, Site } from './page.js';
import { counted, formatDay } from './texts.js';

/** How public adoption is counted, in plain words, with the version that snapshots name. */
export function MethodologyPage({ answer }: { answer: PublicMethodologyAnswer }) {
  const { adoptionMethodology, directoryCoverage } = answer;
  const { version, sections, notSaid, exclusions } = adoptionMethodology;
  return (
    <>
      <Crumbs steps={[['Adoption', '/adoption']]} />
      <h1>How adoption is counted</h1>
      <p className="summary">
        Version <code>{version}</code>. Every snapshot names the version that it was made under.
      </p>
      <MethodologyText sections={sections} as="h2" />
      <section>
        <h2>What the numbers don’t say</h2>
        <ul>
          {notSaid.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>The score</h2>
        <p>
          <a href="/api/v1/agent-rank">The contract</a> has the components, their weights, the formula and test vectors;{' '}
          <a href="/contracts/agent-rank-v2.json">its JSON Schema</a> describes how it is written.{' '}
          <a href="/contracts/agent-rank-v1.contract.json">agent-rank-v1</a> is superseded and stays readable.
        </p>
      </section>
      <Exclusions days={exclusions} />
      <Coverage of={directoryCoverage} />
    </>
  );
}

/** The share of tools that know each fact, and how old what stands behind it is. */
function Coverage({ of: { asOf, tools, facts } }: { of: PublicMethodologyAnswer['directoryCoverage'] }) {
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">What the directory knows</h2>
      <p>
        Of {counted(tools, 'listed tool')}, as of <Day at={asOf} />. A fact is as old as the last reading of its source,
        or the last check by a program that found it to hold. What two checks in a row did not find to hold is marked
        and stays. <a href="/api/directory/coverage">The same as JSON</a>
      </p>
      <div className="wide">
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">Fact</th>
              <th scope="col" className="number">
                Known of
              </th>
              <th scope="col" className="number">
                Median age
              </th>
              <th scope="col" className="number">
                Without a day
              </th>
              <th scope="col" className="number">
                Checked
              </th>
              <th scope="col" className="number">
                Marked
              </th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ fact, known, share, medianDays, undated, checked, marked }) => (
              <tr key={fact}>
                <th scope="row">
                  <code>{fact}</code>
                </th>
                <td className="number" title={counted(known, 'tool')}>
                  {(100 * share).toFixed(1)} %
                </td>
                <td className="number">{medianDays === null ? '' : counted(medianDays, 'day')}</td>
                <td className="number">{undated}</td>
                <td className="number">{checked}</td>
                <td className="number">{marked}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Days of the ledger that stand open. */
const LEDGER_OPEN = 7;

/** How many tools were withheld, over time and without names. */
function Exclusions({ days }: { days: PublicMethodologyAnswer['adoptionMethodology']['exclusions'] }) {
  const [open, folded] = [(days ?? []).slice(0, LEDGER_OPEN), (days ?? []).slice(LEDGER_OPEN)];
  return (
    <section aria-labelledby="exclusions">
      <h2 id="exclusions">What is withheld</h2>
      <p>
        How many tools that send events were published and withheld, by the class of their row of 30 days. A day stands
        here once ten tools send events, without names.
      </p>
      {days === null && <p className="muted">The ledger can’t be read just now.</p>}
      {days?.length === 0 && <p className="muted">Fewer than ten tools send events so far. That is not zero.</p>}
      {open.length > 0 && <LedgerTable days={open} />}
      {folded.length > 0 && (
        <details className="fold">
          <summary>{counted(folded.length, 'earlier day')}</summary>
          <LedgerTable days={folded} />
        </details>
      )}
    </section>
  );
}

function LedgerTable({ days }: { days: NonNullable<PublicMethodologyAnswer['adoptionMethodology']['exclusions']> }) {
  return (
    <div className="wide">
      <table className="dense">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Published
            </th>
            <th scope="col" className="number">
              One account too large
            </th>
            <th scope="col" className="number">
              Too few
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, reported, suppressed, insufficient }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td className="number">{reported}</td>
              <td className="number">{suppressed}</td>
              <td className="number">{insufficient}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function methodologyHead({ adoptionMethodology }: PublicMethodologyAnswer, _place: unknown, site: Site): Head {
  return {
    title: 'How adoption is counted · DAI',
    description: `The methodology ${adoptionMethodology.version} in plain words: whose numbers these are, what is counted, when a number is published and when it is withheld.`,
    canonical: '/methodology',
    jsonLd: [
      breadcrumbs(site.workspaceUrl, [
        ['Adoption', '/adoption'],
        ['Methodology', '/methodology'],
      ]),
    ],
  };
}
