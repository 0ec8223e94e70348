import { RowCounts } from '../components/RowCounts.js';
import { OUTCOMES } from './formats.js';

interface Counted {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly superseded: number;
  readonly held: number;
  readonly refused: number;
}

/** How many rows have an outcome. */
export const rowsDone = (counted: Counted): number => OUTCOMES.reduce((sum, outcome) => sum + counted[outcome], 0);

/** How far an import is and what became of its rows. */
export const Counts = ({ counted, label }: { counted: Counted; label: string }) => (
  <RowCounts
    label={label}
    done={rowsDone(counted)}
    total={counted.total}
    figures={OUTCOMES.map((outcome) => [outcome, counted[outcome]])}
  />
);
