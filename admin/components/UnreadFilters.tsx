import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { UnreadFilter } from './filters.js';
import { Notice } from './Notice.js';

interface UnreadFiltersProps {
  readonly unread: readonly UnreadFilter[];
  readonly forgetUnread: () => void;
}

/** Names what the list was to be narrowed by and can't be: it shows more than its address asked for. */
export function UnreadFilters({ unread, forgetUnread }: UnreadFiltersProps) {
  const translate = useTranslate();
  if (unread.length === 0) return null;
  const close = (
    <Button size="small" variant="outlined" onClick={forgetUnread}>
      {translate('act.close')}
    </Button>
  );
  return (
    <Box sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <Notice tone="caution" urgent action={close}>
        {translate('list.unread', { smart_count: unread.length, filters: unread.map(nameOf).join(', ') })}
      </Notice>
    </Box>
  );
}

const VALUE_MAX = 80;

const nameOf = ({ label, value, reason }: UnreadFilter): string => {
  const shown = value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value;
  return `${label} “${shown}”${reason ? ` (${reason})` : ''}`;
};
