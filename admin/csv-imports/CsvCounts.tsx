import { RowCounts } from '../components/RowCounts.js';
import type { CsvCounts as Counts } from '../providers/generated/operations.js';

interface CsvCountsProps {
  readonly label: string;
  readonly counts: Counts;
  readonly rows: number;
}

/** The outcomes of the rows of a file, or those that an import would have. */
export const CsvCounts = ({ label, counts: { read, taken, duplicate, ignored, refused }, rows }: CsvCountsProps) => (
  <RowCounts
    label={label}
    done={read}
    total={rows}
    figures={[
      ['new events', taken],
      ['stored before', duplicate],
      ['ignored', ignored],
      ['refused', refused],
    ]}
  />
);
