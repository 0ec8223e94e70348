import Box from '@mui/material/Box';
import { StepLine, type StepPlace } from '../components/StepLine.js';
import { labelOf } from '../components/states.js';
import type { SkillStatus } from '../providers/generated/operations.js';
import { SKILL_STATUSES } from './skill.labels.js';

/** A skill's way as a line of steps; suspension is drawn where it has happened, not as what is to come. */
export function SkillSteps({ status }: { status: SkillStatus }) {
  const here = SKILL_STATUSES.indexOf(status);
  const steps = SKILL_STATUSES.filter((step) => step !== 'SUSPENDED' || status === 'SUSPENDED');
  return (
    <Box sx={{ mb: 6 }}>
      <StepLine
        label="State of the skill"
        steps={steps.map((step, index) => ({
          name: step,
          label: labelOf('skill', step),
          place: placeOf(index, here, status),
          current: step === status,
        }))}
      />
    </Box>
  );
}

function placeOf(index: number, here: number, status: SkillStatus): StepPlace {
  if (index < here) return 'done';
  if (index > here) return 'later';
  return status === 'SUSPENDED' ? 'exit' : status === 'PUBLISHED' ? 'done' : 'here';
}
