import DisabledIcon from '@mui/icons-material/BlockOutlined';
import ActiveIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import FailingIcon from '@mui/icons-material/WarningAmberOutlined';
import { StateChip } from '../components/StateChip.js';
import {
  type Webhook,
  type WebhookMessage,
  WebhookMessageState,
  WebhookState,
} from '../providers/generated/operations.js';

/** Whether a webhook is sent anything, and takes it. */
export function WebhookStateChip({ webhook: { state } }: { webhook: Pick<Webhook, 'state'> }) {
  if (state === WebhookState.disabled) return <StateChip icon={DisabledIcon} label="off" tone="neutral" />;
  if (state === WebhookState.failing) return <StateChip icon={FailingIcon} label="failing" tone="bad" />;
  return <StateChip icon={ActiveIcon} label="active" tone="good" />;
}

export function MessageStateChip({ message: { state } }: { message: Pick<WebhookMessage, 'state'> }) {
  if (state === WebhookMessageState.delivered) return <StateChip icon={ActiveIcon} label="delivered" tone="good" />;
  if (state === WebhookMessageState.failed) return <StateChip icon={FailedIcon} label="failed" tone="bad" />;
  return <StateChip icon={WaitingIcon} label="waiting" tone="caution" />;
}
