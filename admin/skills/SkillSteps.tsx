import HereIcon from '@mui/icons-material/AdjustOutlined';
import DoneIcon from '@mui/icons-material/CheckCircle';
import ExitIcon from '@mui/icons-material/HighlightOff';
import LaterIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import type { SkillStatus } from '../providers/generated/operations.js';
import { labelOfStatus, SKILL_STATUSES } from './skill.labels.js';

const STYLES = {
  done: [DoneIcon, 'var(--good)', 'done'],
  here: [HereIcon, 'var(--accent)', 'now'],
  later: [LaterIcon, 'var(--muted)', 'later'],
  exit: [ExitIcon, 'var(--bad)', 'ended'],
} as const;

/** A skill's way as a line of steps; suspension is drawn where it has happened, not as what is to come. */
export function SkillSteps({ status }: { status: SkillStatus }) {
  const here = SKILL_STATUSES.indexOf(status);
  const steps = SKILL_STATUSES.filter((step) => step !== 'SUSPENDED' || status === 'SUSPENDED');
  return (
    <Box component="ol" aria-label="State of the skill" sx={ROW}>
      {steps.map((step, index) => {
        const place = placeOf(index, here, status);
        const [Drawn, color, title] = STYLES[place];
        const current = step === status;
        return (
          <Box
            key={step}
            component="li"
            aria-current={current ? 'step' : undefined}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}
          >
            {index > 0 && (
              <Box
                aria-hidden
                sx={{ display: { xs: 'none', sm: 'block' }, width: 20, borderTop: '1px solid var(--border)', mr: 1 }}
              />
            )}
            <Drawn sx={{ fontSize: 18, color }} titleAccess={title} />
            <Box
              component="span"
              sx={{ color: place === 'later' ? 'var(--muted)' : 'text.primary', fontWeight: current ? 600 : 400 }}
            >
              {labelOfStatus(step)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const ROW = {
  listStyle: 'none',
  m: 0,
  mb: 6,
  p: 0,
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 1,
};

function placeOf(index: number, here: number, status: SkillStatus): keyof typeof STYLES {
  if (index < here) return 'done';
  if (index > here) return 'later';
  return status === 'SUSPENDED' ? 'exit' : status === 'PUBLISHED' ? 'done' : 'here';
}
