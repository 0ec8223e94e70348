import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { QueryState } from '../components/QueryState.js';
import type { Connection } from '../providers/data.usage.js';
import { problemOf } from '../providers/problem.js';
import { ConnectionActions } from './ConnectionActions.js';
import { ConnectionStateChip } from './ConnectionStateChip.js';
import { useConnection } from './useConnection.js';
import { VendorLink } from './VendorLink.js';

/** The tool that was chosen, or that a link asks about: how it stands with it, and what can be decided. */
export function RequestedTool({ slug, onClose }: { slug: string; onClose: () => void }) {
  const requested = useConnection(slug);
  const close = (
    <Button size="small" variant="outlined" onClick={onClose}>
      Close
    </Button>
  );
  if (requested.error && problemOf(requested.error).status === 404)
    return (
      <Notice tone="caution" urgent action={close}>
        The directory has no tool “{slug}”. <Link to={`/directory?q=${encodeURIComponent(slug)}`}>Search for it</Link>.
      </Notice>
    );
  return (
    <QueryState query={requested} what="tool" rows={2}>
      {(connection) => (
        <Box
          component="section"
          aria-label={connection.tool.name}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 3,
            p: 4,
            border: '1px solid var(--border)',
            borderLeft: '3px solid var(--accent)',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          <Typography variant="h3">
            <Link to={`/directory/${connection.tool.slug}`}>{connection.tool.name}</Link>
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
            <ConnectionStateChip connection={connection} />
            <div>
              <VendorLink connection={connection} />
              {!connection.vendorOrganizationLinked && (
                <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>no vendor receives anything yet</Box>
              )}
            </div>
          </Box>
          <Typography>{describeStanding(connection)}</Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
            {close}
            <ConnectionActions connection={connection} primary onReload={() => void requested.refetch()} />
          </Box>
        </Box>
      )}
    </QueryState>
  );
}

function describeStanding({ state, vendorOrganizationLinked, tool }: Connection): string {
  if (state !== 'active')
    return `What your agents report about ${tool.name} stays yours alone${state === 'none' ? '' : ' since then'}.`;
  return vendorOrganizationLinked
    ? `What your agents report about ${tool.name} goes to its vendor too.`
    : `What your agents report about ${tool.name} stays yours until its vendor is linked here.`;
}
