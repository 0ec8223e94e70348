import StoppedIcon from '@mui/icons-material/BlockOutlined';
import DeliveredIcon from '@mui/icons-material/DoneAllOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import StoredIcon from '@mui/icons-material/LockOutlined';
import QueuedIcon from '@mui/icons-material/ScheduleSendOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { UsageReceiptState } from '../providers/generated/operations.js';

const CHIPS: Record<UsageReceiptState, readonly [icon: Icon, label: string, tone: StateTone, title: string]> = {
  stored: [StoredIcon, 'stored for you', 'neutral', 'Only you can see it'],
  waiting: [WaitingIcon, 'waits for the queue', 'caution', 'The queue did not take it yet; it is offered again'],
  queued: [QueuedIcon, 'queued', 'info', 'On its way: no confirmed delivery'],
  delivered: [DeliveredIcon, 'delivered', 'good', 'The vendor has it'],
  failed: [FailedIcon, 'delivery failed', 'bad', 'Every attempt was in vain; you still have it'],
  stopped: [StoppedIcon, 'stopped', 'neutral', 'It was on its way and was stopped; you still have it'],
};

/** How far a receipt has come towards the vendor. */
export function DeliveryChip({ state }: { state: UsageReceiptState }) {
  const [icon, label, tone, title] = CHIPS[state];
  return <StateChip icon={icon} label={label} tone={tone} title={title} />;
}
