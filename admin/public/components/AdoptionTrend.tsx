import { EVIDENCE_PERIOD, PERIODS } from '../periods.js';
import { formatDay } from '../texts.js';
import { type HistoryDay, seriesOf, type TrendDay, trendOf } from '../trend.js';
import { EvidenceChip } from './Chip.js';
import { Day } from './Day.js';
import { PeriodNav } from './PeriodNav.js';
import { Published } from './Published.js';
import { TrendChart } from './TrendChart.js';

const COUNTS = [
  ['developers', 'Developers'],
  ['accounts', 'Accounts'],
  ['activated', 'Activated'],
  ['retained', 'Retained'],
] as const;

/** The values of a tool that the daily snapshots published: as lines, and as a table that can be cited. */
export function AdoptionTrend(props: { path: string; history: readonly HistoryDay[]; period: string }) {
  const days = trendOf(props.history, props.period);
  const [first, last] = [days[0], days.at(-1)];
  const length = PERIODS.find(([id]) => id === props.period)?.[1] ?? props.period;
  if (!first || !last)
    return (
      <section aria-labelledby="adoption">
        <h2 id="adoption">How many developers use it?</h2>
        <p className="muted">
          Not known: its vendor does not report here. That is not zero.{' '}
          <a href="/adoption#reported">Tools with published adoption</a>
        </p>
      </section>
    );
  return (
    <section aria-labelledby="adoption">
      <div className="head">
        <h2 id="adoption">How many developers use it?</h2>
        <PeriodNav path={props.path} part="#adoption" period={props.period} />
      </div>
      <p className="small muted">
        Developers of the {length} before each day <EvidenceChip label={last.label} />
      </p>
      <TrendChart days={days} summary={summaryOf(days)} />
      <p className="small muted">
        Snapshots of <Day at={first.day} /> to <Day at={last.day} /> (UTC), rounded, each as it was published. What
        later arrives changes none. <a href="/methodology">How it is counted</a>
      </p>
      <details>
        <summary>Show table</summary>
        <TrendTable days={days.toReversed()} />
      </details>
    </section>
  );
}

const isEvidence = (name: string): boolean => name === 'activated' || name === 'retained';

/** Ends and extremes of the lines, for who doesn't see them. */
function summaryOf(days: readonly TrendDay[]): string {
  const sentences = seriesOf(days[0]?.period ?? '').map(([name, label]) => {
    const published = days.filter((day) => day[name] !== null);
    const [first, last] = [published[0], published.at(-1)];
    if (!first || !last) return `${label}: withheld on every day`;
    const withheld = days.length - published.length;
    return `${label}: ${first[name]} on ${formatDay(first.day)}, ${last[name]} on ${formatDay(last.day)}${withheld > 0 ? `, withheld on ${withheld} of ${days.length} days` : ''}`;
  });
  return `${sentences.join('. ')}.`;
}

function TrendTable({ days }: { days: readonly TrendDay[] }) {
  const counts = COUNTS.filter(([name]) => !isEvidence(name) || days[0]?.period === EVIDENCE_PERIOD);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is too narrow it is scrolled, by the keyboard too
    <section className="wide" aria-label="Published adoption by day" tabIndex={0}>
      <table className="dense">
        <caption className="small muted">Newest first, 24 hours after each day has ended</caption>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Label</th>
            {counts.map(([name, title]) => (
              <th key={name} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((row) => (
            <tr key={row.day}>
              <th scope="row">
                <Day at={row.day} />
              </th>
              <td>
                <EvidenceChip label={row.label} />
              </td>
              {counts.map(([name, title]) => (
                <td key={name} className="number">
                  <span className="unit muted small">{title} </span>
                  <Published value={row[name]} cohort={row.cohort} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
