import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { BOXED_LIST } from '../components/boxed.list.js';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { State } from '../components/StateChip.js';
import type { ToolProof } from '../providers/generated/operations.js';

/** A tool of a project with how far its use is proven; the role is missing in a proof. */
export type Selection = ToolProof & { readonly role?: string | null };

/** The tools of a project, each with its state and the days of it (specification §1, rule 5). */
export function SelectionList({ label, tools }: { label: string; tools: readonly Selection[] }) {
  return (
    <Box component="ul" aria-label={label} sx={BOXED_LIST}>
      {tools.map((tool) => (
        <Box
          key={tool.slug}
          component="li"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5, p: 3, alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link to={`/directory/${tool.slug}`}>{tool.name}</Link>
            {tool.role && <Box sx={{ color: 'var(--muted)' }}>{tool.role}</Box>}
          </Box>
          <Proven tool={tool} />
        </Box>
      ))}
    </Box>
  );
}

function Proven({ tool: { state, label, selectedAt, activatedAt, retainedAt } }: { tool: Selection }) {
  const days = [
    ['selected', selectedAt],
    ['activated', activatedAt],
    ['retained', retainedAt],
  ] as const;
  return (
    <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <State of="selection" is={state} />
        {label && <EvidenceChip label={label} />}
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 1, color: 'var(--muted)', fontSize: '0.8125rem' }}
      >
        {days.map(
          ([label, at]) =>
            at && (
              <span key={label}>
                {label} <Day at={at} />
              </span>
            ),
        )}
      </Box>
    </Box>
  );
}
