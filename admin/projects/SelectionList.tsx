import SelfReportedIcon from '@mui/icons-material/PersonOutlineOutlined';
import ActivatedIcon from '@mui/icons-material/PlayCircleOutlined';
import RetainedIcon from '@mui/icons-material/RepeatOutlined';
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { ToolProof } from '../providers/generated/operations.js';

/** A tool of a project with how far its use is proven; the role is missing in a proof. */
export type Selection = ToolProof & { readonly role?: string | null };

const SELF_REPORTED: readonly [Icon, StateTone, string] = [
  SelfReportedIcon,
  'neutral',
  'The owner says so; nothing has proven it yet',
];
const STATES: Readonly<Record<string, readonly [Icon, StateTone, string]>> = {
  'self-reported': SELF_REPORTED,
  activated: [ActivatedIcon, 'info', 'The vendor’s own authenticated events show a first use'],
  retained: [RetainedIcon, 'good', 'A separate signal at least seven days later shows that it is still used'],
};

/** The tools of a project, each with its state and the days of it (specification §1, rule 5). */
export function SelectionList({ label, tools }: { label: string; tools: readonly Selection[] }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '& > li + li': { borderTop: '1px solid var(--border)' },
      }}
    >
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
  const [icon, tone, meaning] = STATES[state] ?? SELF_REPORTED;
  const days = [
    ['selected', selectedAt],
    ['activated', activatedAt],
    ['retained', retainedAt],
  ] as const;
  return (
    <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <StateChip icon={icon} label={state} tone={tone} title={meaning} />
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
