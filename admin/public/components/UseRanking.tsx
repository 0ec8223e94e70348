import { counted } from '../texts.js';
import { EvidenceChip } from './Chip.js';
import { Day } from './Day.js';

/** A place in a ranking of public use. */
export interface UsedTool {
  readonly rank: number;
  readonly tool: { readonly slug: string; readonly name: string };
  readonly value: number;
  readonly subject: string | null;
  readonly asOf: string | null;
  readonly source: string | null;
  /** A fraction; absent where the ranking has no change. */
  readonly change?: number | null;
  readonly changeSince?: string | null;
}

const BAR = 120;

interface RankingProps {
  readonly title: string;
  /** The unit of the figures, such as `downloads a week`; a snapshot has none beside the title. */
  readonly unit?: string;
  /** How many tools have such a figure, where that is known. */
  readonly total?: number;
  readonly entries: readonly UsedTool[];
  /** A day of the present, YYYY-MM-DD: figures that are more than a quarter older are called old. */
  readonly today: string;
}

const DAY_MS = 86_400_000;
const OLD_DAYS = 90;

/** How old the newest of these figures is, where it is old. */
function ageOf(entries: readonly UsedTool[], today: string): string | null {
  const newest = entries.map(({ asOf }) => asOf ?? '').reduce((last, day) => (day > last ? day : last), '');
  const days = (Date.parse(today) - Date.parse(newest)) / DAY_MS;
  return days > OLD_DAYS ? `${Math.round(days / 30)} months old` : null;
}

/**
 * Tools by one figure of a public source, as a table whose rows draw themselves as bars: nothing of it was counted here, and no score is in
 * it.
 */
export function UseRanking({ title, unit = 'figure', total, entries, today }: RankingProps) {
  const age = ageOf(entries, today);
  const most = Math.max(1, ...entries.map(({ value }) => value));
  const hasChange = entries.some(({ change }) => change !== null && change !== undefined);
  const inUnit = unit.replace(/^./, (first) => first.toUpperCase());
  return (
    <section className="wide" aria-label={title}>
      <table className="dense used">
        <caption className="small muted">
          {title}
          {total !== undefined && `, ${counted(total, 'tool')}`}
          {age !== null && `, ${age}`} <EvidenceChip label="public-source" />
        </caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              Rank
            </th>
            <th scope="col">Tool</th>
            <th scope="col">Package</th>
            <th scope="col" className="number">
              {inUnit}
            </th>
            <td aria-hidden />
            {hasChange && (
              <th scope="col" className="number">
                In 4 weeks
              </th>
            )}
            <th scope="col">As of</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ rank, tool, value, subject, asOf, change, changeSince }) => (
            <tr key={tool.slug}>
              <td className="number">
                <span className="unit muted small">Rank </span>
                {rank}
              </td>
              <th scope="row">
                <a href={`/tools/${tool.slug}`}>
                  <bdi>{tool.name}</bdi>
                </a>
              </th>
              <td className="small muted">
                <bdi>{subject}</bdi>
              </td>
              <td className="number">
                <span className="unit muted small">{inUnit} </span>
                {value.toLocaleString('en')}
              </td>
              <td className="length" aria-hidden>
                <svg className="length" viewBox={`0 0 ${BAR} 8`} preserveAspectRatio="none">
                  <title>{`${tool.name}: ${value.toLocaleString('en')}`}</title>
                  <rect width={Math.max(1, Math.round((value / most) * BAR))} height={8} />
                </svg>
              </td>
              {hasChange && (
                <td className="number">
                  <span className="unit muted small">In 4 weeks </span>
                  {change === null || change === undefined ? (
                    <span title="No figure of four weeks before is known">–</span>
                  ) : (
                    <span title={`Computed from the figure of ${changeSince}`}>{percent(change)}</span>
                  )}
                </td>
              )}
              <td>
                <span className="unit muted small">As of </span>
                {asOf && <Day at={asOf} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How far a download tells of use, for readers of a ranking of packages. */
export const DOWNLOADS_SAY =
  'A download is not a developer, and a package may be only a client of its tool: it then counts those who call the tool from one language.';

/** The address of a whole ranking. */
export const rankingAt = (kind: string, category?: string): string =>
  `/use/${kind.replaceAll('_', '-')}${category === undefined ? '' : `?category=${category}`}`;

/** The ranking of one registry that has more tools: by week, or by month where months are known of more. */
export const widerOf = <Use extends { readonly total: number }>(weekly: Use, monthly: Use): Use =>
  weekly.total >= monthly.total ? weekly : monthly;

const percent = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change * 100).toFixed(Math.abs(change) < 0.1 ? 1 : 0)} %`;
