import RevokedIcon from '@mui/icons-material/BlockOutlined';
import ActiveIcon from '@mui/icons-material/CheckCircleOutlined';
import ExpiredIcon from '@mui/icons-material/EventBusyOutlined';
import NoneIcon from '@mui/icons-material/LockOutlined';
import EndingIcon from '@mui/icons-material/ScheduleOutlined';
import { formatDay } from '../components/Day.js';
import { StateChip } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { Connection } from '../providers/data.usage.js';
import { isEnding } from './consent.js';

/** A consent lives half a year, so that its last day needs no year to be known. */
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Whether receipts of a tool may be shared, and until when. */
export function ConnectionStateChip({ connection }: { connection: Connection }) {
  const ending = isEnding(connection, useNow());
  const { state, expiresAt } = connection;
  if (state === 'none') return <StateChip icon={NoneIcon} label="not connected" tone="neutral" />;
  if (state === 'revoked') return <StateChip icon={RevokedIcon} label="revoked" tone="neutral" />;
  if (state === 'expired') return <StateChip icon={ExpiredIcon} label="expired" tone="neutral" />;
  if (expiresAt === null) return <StateChip icon={ActiveIcon} label="active" tone="good" />;
  return (
    <StateChip
      icon={ending ? EndingIcon : ActiveIcon}
      label={`active until ${DAY.format(new Date(expiresAt))}`}
      tone={ending ? 'caution' : 'good'}
      title={`until ${formatDay(expiresAt)}`}
    />
  );
}
