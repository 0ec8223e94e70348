import { Waiting } from '../components/Waiting.js';
import { AreaTable } from './AreaTable.js';
import type { Coverage } from './useProgress.js';

/** The seven areas of coverage: which arrive, and what to send for those that don't. */
export const CoverageStep = ({ coverage }: { coverage: Coverage | undefined }) =>
  coverage ? <AreaTable areas={coverage.areas} /> : <Waiting what="coverage" rows={7} />;
