import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Code } from '../components/Code.js';
import { CopyButton } from '../components/CopyButton.js';
import { Payload } from '../components/Payload.js';
import { QueryState } from '../components/QueryState.js';
import { humanize } from '../directory/tool.labels.js';
import type { Packet } from '../providers/generated/operations.js';

type PacketRecord = Packet & { readonly id: string };

const nameOf = (slug: string, { tools }: Pick<Packet, 'tools'>): string =>
  tools.find((tool) => tool.slug === slug)?.name ?? slug;

/** The build packet: how an agent fetches it, what it must ask before it acts, and the packet itself to look at and copy. */
export function PacketSection({ planId }: { planId: string }) {
  const packet = useGetOne<PacketRecord>('packets', { id: planId });
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Typography sx={{ maxWidth: 720 }}>
        An agent with a token of yours that has the scope <code>tools:read</code> fetches the build packet of this plan
        by itself. Paste this to it:
      </Typography>
      <Code text={promptFor(planId)} what="words for an agent" wrap />
      <QueryState query={packet} what="build packet" rows={3}>
        {({ id: _own, ...sent }) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              <CopyButton
                text={JSON.stringify(sent, null, 2)}
                what="build packet as JSON"
                label="Copy packet as JSON"
              />
              <Button size="small" variant="outlined" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? 'Hide the packet' : 'Show the packet'}
              </Button>
            </Box>
            {open && <Payload value={sent} label="Build packet" />}
            {sent.needsAuthorization.length > 0 && (
              <div>
                <Typography variant="h3">It must ask you each time before</Typography>
                <Box component="ul" sx={{ my: 1, pl: 5, display: 'grid', gap: 1, maxWidth: 720 }}>
                  {sent.needsAuthorization.map(({ action, detail, tools }) => (
                    <li key={action}>
                      <strong>{humanize(action)}</strong>
                      {tools.length > 0 && ` (${tools.map((slug) => nameOf(slug, sent)).join(', ')})`}:{' '}
                      <Box component="span" sx={{ color: 'var(--muted)' }}>
                        {detail}
                      </Box>
                    </li>
                  ))}
                </Box>
              </div>
            )}
          </>
        )}
      </QueryState>
    </Box>
  );
}

const promptFor = (planId: string): string =>
  `Call get_build_packet with {"planId": "${planId}"} and carry the plan out step by step. Ask me before anything that needsAuthorization lists.`;
