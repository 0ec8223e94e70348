import { endsOpen, FigureList, type FigureName } from '../adoption/FigureList.js';
import type { CompanyHomeData } from './useCompanyHome.js';

const NAMES: readonly FigureName[] = [
  'developers',
  'newDevelopers',
  'activationShare',
  'returnShare',
  'accounts',
  'refusedShare',
];

/** Six figures, each beside that of the period before. */
export const HomeFigures = ({ home: { totals, previous, nulls, window, asOf } }: { home: CompanyHomeData }) => (
  <FigureList
    names={NAMES}
    totals={totals}
    previous={previous}
    nulls={nulls}
    days={window.days}
    isOpen={endsOpen(window, asOf)}
    least={240}
  />
);
