import Box from '@mui/material/Box';
import { CopyButton } from './CopyButton.js';

/** The id under which the service's log knows a request: a user quotes it to support. */
export function RequestId({ id, labelled = false }: { id: string; labelled?: boolean }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'var(--muted)' }}>
      {labelled && (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          Request
        </Box>
      )}
      <code title={id}>{labelled ? id : `${id.slice(0, 8)}…`}</code>
      <CopyButton small text={id} what={`request id ${id.slice(0, 8)}`} />
    </Box>
  );
}
