import Box from '@mui/material/Box';
import type { Connection } from '../providers/data.usage.js';
import { ConnectButton } from './ConnectButton.js';
import { RenewButton } from './RenewButton.js';
import { RevokeButton } from './RevokeButton.js';

interface ConnectionActionsProps {
  readonly connection: Connection;
  readonly primary?: boolean;
  readonly onReload: () => void;
}

/** The decisions that a consent allows in its state. */
export function ConnectionActions({ connection, primary = false, onReload }: ConnectionActionsProps) {
  const { state, undelivered } = connection;
  const active = state === 'active';
  return (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1.5, justifyContent: { md: 'flex-end' } }}>
      {(active || state === 'expired') && <RenewButton connection={connection} onReload={onReload} />}
      {/* An expired consent still covers receipts that were queued before, so that they can still be stopped. */}
      {(active || (state === 'expired' && undelivered > 0)) && <RevokeButton connection={connection} />}
      {(state === 'none' || state === 'revoked') && <ConnectButton connection={connection} primary={primary} />}
    </Box>
  );
}
