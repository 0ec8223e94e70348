import type { PublicAdoptionAnswer } from '../../providers/generated/operations.js';
import { EVIDENCE_PERIOD } from '../periods.js';
import { EvidenceChip } from './Chip.js';
import { cohortMeaning, Published } from './Published.js';

type Row = PublicAdoptionAnswer['adoption']['tools'][number];

const COUNTS = [
  ['developers', 'Developers'],
  ['accounts', 'Accounts'],
] as const;
const EVIDENCE = [
  ['activated', 'Activated'],
  ['retained', 'Retained'],
] as const;

/** The rows of a snapshot as a table that can be cited. Evidence is published for 90 days alone: other periods have no column of it. */
export function AdoptionTable({ rows, caption, period }: { rows: readonly Row[]; caption: string; period: string }) {
  const counts = period === EVIDENCE_PERIOD ? [...COUNTS, ...EVIDENCE] : COUNTS;
  return (
    <section className="wide" aria-label={caption}>
      <table className="dense">
        <caption className="small muted">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              Rank
            </th>
            <th scope="col">Tool</th>
            <th scope="col">Label</th>
            <th scope="col">Cohort</th>
            {counts.map(([name, title]) => (
              <th key={name} scope="col" className="number">
                {title}
              </th>
            ))}
            <th scope="col" className="number">
              Change
            </th>
            <th scope="col" className="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.tool.slug}>
              <td className={row.rank === null ? 'number none' : 'number'}>
                <span className="unit muted small">Rank </span>
                {row.rank ?? '–'}
              </td>
              <th scope="row">
                <a href={`/tools/${row.tool.slug}`}>
                  <bdi>{row.tool.name}</bdi>
                </a>
              </th>
              <td>
                <EvidenceChip label={row.label} />
              </td>
              <td title={row.cohort === 'reported' ? undefined : cohortMeaning(row.cohort)}>{row.cohort}</td>
              {counts.map(([name, title]) => (
                <td key={name} className="number">
                  <span className="unit muted small">{title} </span>
                  <Published value={row[name]} cohort={row.cohort} />
                </td>
              ))}
              <td className="number">
                <span className="unit muted small">Change </span>
                <Change row={row} />
              </td>
              <td className="number">
                <span className="unit muted small">Score </span>
                <Score row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Change({ row: { change } }: { row: Row }) {
  if (change === null) return <span title="No published number one period earlier to compare with">–</span>;
  return <>{`${change > 0 ? '+' : ''}${Math.round(change * 100)}%`}</>;
}

function Score({ row: { score, grade, coverage, cohort } }: { row: Row }) {
  if (cohort !== 'reported') return <Published value={null} cohort={cohort} />;
  const observed = `${Math.round((coverage ?? 0) * 100)}% observed`;
  return score === null ? (
    <span title="Less than 60% of the score’s weight was observed">
      – <span className="muted small under">{observed}</span>
    </span>
  ) : (
    <>
      {score} {grade} <span className="muted small under">{observed}</span>
    </>
  );
}
