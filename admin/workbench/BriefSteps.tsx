import AskIcon from '@mui/icons-material/FrontHandOutlined';
import Box from '@mui/material/Box';
import { Code } from '../components/Code.js';
import { Linked } from '../components/Linked.js';
import { StateChip } from '../components/StateChip.js';
import { StepDone } from './StepDone.js';
import { useSavedPlan } from './saved.plan.js';
import type { PlanContent } from './useBrief.js';

/** The steps of a brief, in their order; a step that an agent must not do alone is marked (spec §1, rule 6). Those of a saved plan can be done. */
export function BriefSteps({ steps }: { steps: PlanContent['steps'] }) {
  const saved = useSavedPlan();
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
      {steps.map((step) => (
        <Box
          key={step.order}
          component="li"
          sx={{ display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', columnGap: 3 }}
        >
          <Box component="span" sx={{ color: 'var(--muted)', textAlign: 'right' }}>
            {step.order}.
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, maxWidth: 720 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              <Box component="h3" sx={{ m: 0, fontSize: '0.875rem', fontWeight: 600 }}>
                {step.title}
              </Box>
              {step.needsAuthorization && (
                <StateChip
                  icon={AskIcon}
                  label="needs your yes"
                  tone="caution"
                  title="An agent must ask you before it does this"
                />
              )}
              {saved && <StepDone plan={saved} order={step.order} title={step.title} />}
            </Box>
            <Box sx={{ color: 'var(--muted)', overflowWrap: 'anywhere' }}>
              {/* Steps without a tool name our own endpoints, which take posts and can't be opened. */}
              {step.tool === null ? step.detail : <Linked text={step.detail} />}
            </Box>
            {step.command && <Code text={step.command} what={`command of step ${step.order}`} wrap />}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
