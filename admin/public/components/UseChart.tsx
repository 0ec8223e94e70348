import { formatDay } from '../texts.js';
import { Day } from './Day.js';

/** One line of a chart: figures of a public source, oldest first. */
export interface UsePoint {
  readonly day: string;
  readonly value: number;
}

const WIDTH = 600;
const HEIGHT = 120;
const DAY_MS = 86_400_000;
/** A line over fewer days than these would say more than they do. */
const SPAN_MIN_DAYS = 28;
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
/** Rows of the table beside it that stand open; a year of weeks is folded. */
const ROWS_OPEN = 6;

const topOf = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return STEPS.map((step) => step * power).find((top) => top >= most) ?? most;
};

/** A tool's, or a package's, figures in a chart. */
export interface UseLine {
  readonly name: string;
  readonly points: readonly UsePoint[];
}

/** As many lines as have a form of their own; more are in the ranking. */
const LINES = ['developers', 'activated', 'retained'] as const;
export const LINES_MAX = LINES.length;

/** Figures of a public source over time, drawn by the server: readable without a script, with a title inside and a table beside it. */
export function UseChart({ title, unit, lines }: { title: string; unit: string; lines: readonly UseLine[] }) {
  const drawn = lines.filter(({ points }) => points.length > 0).slice(0, LINES_MAX);
  const days = drawn.flatMap(({ points }) => points.map(({ day }) => day)).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  // A chart of one day would be an empty frame.
  if (first === last) return <UseTable title={title} lines={drawn} days={[first]} />;
  const span = Math.max(SPAN_MIN_DAYS, (Date.parse(last) - Date.parse(first)) / DAY_MS);
  const top = topOf(Math.max(...drawn.flatMap(({ points }) => points.map(({ value }) => value))));
  const x = (day: string): number => Math.round(((Date.parse(day) - Date.parse(first)) / DAY_MS / span) * WIDTH);
  const y = (value: number): number => Math.round(HEIGHT - (value / top) * HEIGHT);
  const pathOf = ({ points }: UseLine): string => {
    const places = points.map(({ day, value }) => `${x(day)} ${y(value)}`);
    return places.length === 1 ? `M${places[0]}h0` : `M${places.join('L')}`; // another line has more days
  };
  return (
    <>
      <div className="trend use">
        <div className="ticks small muted" aria-hidden>
          {[top, top / 2, 0].map((tick) => (
            <span key={tick}>{tick.toLocaleString('en', { notation: 'compact' })}</span>
          ))}
        </div>
        <svg viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`} preserveAspectRatio="none" role="img">
          <title>{[`${title}, ${unit}`, ...drawn.map(saidOf)].join('; ')}</title>
          {[0, 0.5, 1].map((share) => (
            <path key={share} className="grid" d={`M0 ${share * HEIGHT}h${WIDTH}`} />
          ))}
          {drawn.map((line, index) => (
            <path key={line.name} className={LINES[index]} d={pathOf(line)} />
          ))}
        </svg>
        <div className="ends small muted" aria-hidden>
          <Day at={first} />
          <Day at={last} />
        </div>
        {drawn.length > 1 && (
          <ul className="legend small">
            {drawn.map(({ name }, index) => (
              <li key={name}>
                <svg viewBox="0 0 24 4" aria-hidden>
                  <path className={LINES[index]} d="M0 2h24" />
                </svg>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <UseTable title={title} lines={drawn} days={[...new Set(days)].reverse()} />
    </>
  );
}

/** A line in words: where it began and where it stands. */
function saidOf({ name, points }: UseLine): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return name;
  const end = `${last.value.toLocaleString('en')} on ${formatDay(last.day)}`;
  return first === last
    ? `${name} ${end}`
    : `${name} ${first.value.toLocaleString('en')} on ${formatDay(first.day)}, ${end}`;
}

interface TableProps {
  readonly title: string;
  readonly lines: readonly UseLine[];
  readonly days: readonly string[];
}

function UseTable({ title, lines, days }: TableProps) {
  const table = (
    <table className="dense">
      <caption className="small muted">{days.length > 1 ? `${title}, newest first` : title}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {lines.map(({ name }) => (
            <th key={name} scope="col" className="number">
              <bdi>{name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day}>
            <th scope="row">
              <Day at={day} />
            </th>
            {lines.map(({ name, points }) => (
              <td key={name} className="number">
                {points.find((point) => point.day === day)?.value.toLocaleString('en') ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (days.length <= ROWS_OPEN) return table;
  return (
    <details className="fold">
      <summary>The figures of {days.length} days as a table</summary>
      {table}
    </details>
  );
}
