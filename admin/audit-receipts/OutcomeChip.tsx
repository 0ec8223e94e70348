import RefusedIcon from '@mui/icons-material/BlockOutlined';
import AnsweredIcon from '@mui/icons-material/CheckCircleOutlined';
import { StateChip } from '../components/StateChip.js';
import { ANSWERED, OUTCOMES } from './outcomes.js';

/** How a read ended. */
export const OutcomeChip = ({ outcome }: { outcome: string }) =>
  outcome === ANSWERED ? (
    <StateChip icon={AnsweredIcon} label="answered" tone="good" />
  ) : (
    <StateChip icon={RefusedIcon} label={OUTCOMES[outcome] ?? outcome} tone="caution" title={outcome} />
  );
