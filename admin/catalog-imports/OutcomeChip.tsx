import CreatedIcon from '@mui/icons-material/AddCircleOutlineOutlined';
import UpdatedIcon from '@mui/icons-material/ChangeCircleOutlined';
import UnchangedIcon from '@mui/icons-material/DragHandleOutlined';
import RefusedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import HeldIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';

const STYLES: Record<string, readonly [Icon, StateTone]> = {
  created: [CreatedIcon, 'good'],
  updated: [UpdatedIcon, 'info'],
  unchanged: [UnchangedIcon, 'neutral'],
  held: [HeldIcon, 'caution'],
  refused: [RefusedIcon, 'bad'],
};

export function OutcomeChip({ outcome }: { outcome: string }) {
  const [icon, tone] = STYLES[outcome] ?? [UnknownIcon, 'neutral'];
  return <StateChip icon={icon} label={outcome} tone={tone} />;
}
