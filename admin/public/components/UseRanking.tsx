import { EvidenceChip } from './Chip.js';
import { Day } from './Day.js';

/** A place in a ranking of public use. */
export interface UsedTool {
  readonly rank: number;
  readonly tool: { readonly slug: string; readonly name: string };
  readonly value: number;
  readonly subject: string | null;
  readonly asOf: string | null;
  /** A fraction; absent where the ranking has no change. */
  readonly change?: number | null;
  readonly changeSince?: string | null;
}

const BAR = 120;

/**
 * Tools by one figure of a public source, as a table whose rows draw themselves as bars: nothing of it was counted here, and no score is in
 * it.
 */
export function UseRanking({ title, unit, entries }: { title: string; unit?: string; entries: readonly UsedTool[] }) {
  const most = Math.max(1, ...entries.map(({ value }) => value));
  const hasChange = entries.some(({ change }) => change !== undefined);
  return (
    <section className="wide" aria-label={title}>
      <table className="dense">
        <caption className="small muted">
          {title} <EvidenceChip label="public-source" />
        </caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              Rank
            </th>
            <th scope="col">Tool</th>
            <th scope="col">Package</th>
            <th scope="col" className="number">
              {unit ? unit[0]?.toUpperCase() + unit.slice(1) : 'Value'}
            </th>
            <td aria-hidden />
            {hasChange && (
              <th scope="col" className="number">
                4 weeks
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
              <td className="number">{value.toLocaleString('en')}</td>
              <td aria-hidden>
                <svg className="length" viewBox={`0 0 ${BAR} 8`} preserveAspectRatio="none">
                  <title>{`${tool.name}: ${value.toLocaleString('en')}`}</title>
                  <rect width={Math.max(1, Math.round((value / most) * BAR))} height={8} />
                </svg>
              </td>
              {hasChange && (
                <td className="number">
                  <span className="unit muted small">4 weeks </span>
                  {change === null || change === undefined ? (
                    <span title="No figure of four weeks before is known">–</span>
                  ) : (
                    <span title={`Computed from the figure of ${changeSince}`}>{percent(change)}</span>
                  )}
                </td>
              )}
              <td>{asOf && <Day at={asOf} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const percent = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change * 100).toFixed(Math.abs(change) < 0.1 ? 1 : 0)} %`;
