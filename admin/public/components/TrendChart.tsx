import { dayNumber, runsOf, type SeriesName, seriesOf, spanOf, type TrendDay, topOf } from '../trend.js';
import { Day } from './Day.js';

const HEIGHT = 100;
/** Days are this wide, so that half of one is no fraction. */
const DAY = 10;

/**
 * The published developers of a tool as lines over days. What was withheld is a hatched band, and a day without a snapshot a gap. It is drawn
 * in units of days and stretched to the page, so its texts stand around it.
 */
export function TrendChart({ days, summary }: { days: readonly TrendDay[]; summary: string }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const [span, top] = [spanOf(days), topOf(days)];
  const series = seriesOf(first.period);
  const x = ({ day }: TrendDay): number => (dayNumber(day, first.day) + 0.5) * DAY;
  const y = (value: number): number => HEIGHT - (value / (top ?? 1)) * HEIGHT;
  const lineOf = (run: readonly TrendDay[], name: SeriesName): string => {
    const points = run.map((day) => `${x(day)} ${y(day[name] ?? 0)}`);
    return points.length === 1 ? `M${points[0]}h0` : `M${points.join('L')}`;
  };
  return (
    <div className="trend">
      <div className="ticks small muted" aria-hidden>
        {(top === null ? [] : [top, top / 2, 0]).map((tick) => (
          <span key={tick}>{tick.toLocaleString('en')}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${(span + 1) * DAY} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <defs>
          <pattern id="hatch" width={4} height={6} patternUnits="userSpaceOnUse">
            <path d="M-1 7.5L5 -1.5M-1 1.5L1 -1.5M3 7.5L5 4.5" />
          </pattern>
        </defs>
        {[0, 0.5, 1].map((share) => (
          <path key={share} className="grid" d={`M0 ${share * HEIGHT}h${(span + 1) * DAY}`} />
        ))}
        {runsOf(days, ({ developers }) => developers === null).map((run) => (
          <rect
            key={run[0]?.day}
            className="band"
            x={x(run[0] ?? first) - DAY / 2}
            width={run.length * DAY}
            height={HEIGHT}
            fill="url(#hatch)"
          />
        ))}
        {series.map(([name]) => (
          <path
            key={name}
            className={name}
            d={runsOf(days, (day) => day[name] !== null)
              .map((run) => lineOf(run, name))
              .join('')}
          />
        ))}
      </svg>
      <div className="ends small muted" aria-hidden>
        <Day at={first.day} />
        {last !== first && <Day at={last.day} />}
      </div>
      <ul className="legend small">
        {series.map(([name, label]) => (
          <li key={name}>
            <svg viewBox="0 0 24 4" aria-hidden>
              <path className={name} d="M0 2h24" />
            </svg>
            {label}
          </li>
        ))}
        {days.some(({ developers }) => developers === null) && (
          <li>
            <span className="withheld" aria-hidden>
              &emsp;
            </span>
            {withheldWords(days)}
          </li>
        )}
      </ul>
    </div>
  );
}

/** Why there is no number, by the cohorts of the days that have none. */
const withheldWords = (days: readonly TrendDay[]): string =>
  [...new Set(days.filter(({ developers }) => developers === null).map(({ cohort }) => cohort))].join(', ');
