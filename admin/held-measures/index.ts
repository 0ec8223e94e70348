import FiguresIcon from '@mui/icons-material/RuleOutlined';
import type { HeldMeasure } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { HeldMeasureList } from './HeldMeasureList.js';

/** Public figures that wait for a reviewer. */
export const heldMeasures: ResourcePages = {
  name: 'held-measures',
  icon: FiguresIcon,
  list: HeldMeasureList,
  recordRepresentation: ({ subject }: HeldMeasure) => subject,
};
