import type { PublicAdoptionAnswer } from '../../providers/generated/operations.js';
import { counted } from '../texts.js';
import { AdoptionTable } from './AdoptionTable.js';

type Row = PublicAdoptionAnswer['adoption']['tools'][number];

interface ReportedProps {
  readonly rows: readonly Row[];
  readonly caption: string;
  /** The period of the rows. */
  readonly period: string;
  /** Whether the installation has demo data; without it, samples are on no page. */
  readonly demoData: boolean;
  /** The sentence where no vendor reports. */
  readonly none: string;
}

/** Rows that vendors report, and behind them the samples of an installation with demo data, folded in one. */
export function ReportedRows({ rows, caption, period, demoData, none }: ReportedProps) {
  const [own, samples] = [
    rows.filter(({ label }) => label !== 'sample'),
    rows.filter(({ label }) => label === 'sample'),
  ];
  return (
    <>
      {own.length === 0 ? (
        <p className="empty">{none}</p>
      ) : (
        <AdoptionTable rows={own} caption={caption} period={period} />
      )}
      {demoData && samples.length > 0 && (
        <details className="fold">
          <summary>{counted(samples.length, 'sample row')}: made-up data that counts nowhere</summary>
          <AdoptionTable rows={samples} caption="Sample data, made up for trying things out" period={period} />
        </details>
      )}
    </>
  );
}

/** As long as fewer tools report themselves, what public sources count stands above what vendors report. */
const REPORTING_MIN = 10;

export const isPublicUseFirst = (rows: readonly Row[]): boolean =>
  rows.filter(({ label }) => label === 'first-party').length < REPORTING_MIN;
