import Box from '@mui/material/Box';
import { useShowContext } from 'react-admin';
import { BackTo } from '../components/BackTo.js';
import { CopyButton } from '../components/CopyButton.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Plan } from '../providers/generated/operations.js';
import { WHOLE } from '../providers/query-client.js';
import { Brief } from './Brief.js';
import { markdownOf } from './brief.markdown.js';
import { PacketSection } from './PacketSection.js';
import { PlanChanges } from './PlanChanges.js';
import { PlanDeleteButton } from './PlanDeleteButton.js';
import { PlanRenameButton } from './PlanRenameButton.js';
import { lastStepOf } from './plan.progress.js';
import { SavedPlanContext } from './saved.plan.js';

/** A plan as it was saved, and how an agent carries it out. */
export function PlanShow() {
  return (
    <RecordBase<Plan> query={{ meta: WHOLE }}>
      <Shown />
    </RecordBase>
  );
}

function Shown() {
  const { record: plan, error, refetch } = useShowContext<Plan>();
  const reload = () => void refetch();
  return (
    <Page
      title={plan?.title ?? 'Plan'}
      where="Workbench"
      above={
        <BackTo to="/workbench/plans" steps>
          Saved plans
        </BackTo>
      }
      summary={plan && <Head plan={plan} />}
      action={
        plan && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <CopyButton text={markdownOf(plan.brief)} what="plan as Markdown" label="Copy Markdown" />
            <PlanRenameButton plan={plan} onReload={reload} />
            <PlanDeleteButton plan={plan} onReload={reload} />
          </Box>
        )
      }
    >
      <QueryState query={{ data: plan, error, refetch }} what="plan" rows={10}>
        {(saved) => (
          <>
            {saved.changedSinceReceipt && (
              <Box sx={{ mb: 6 }}>
                <Notice tone="caution">
                  <strong>This changed between reading and saving.</strong> The directory answered otherwise at the save
                  than when the plan was read. What stands here is what was saved.
                </Notice>
              </Box>
            )}
            <PlanChanges plan={saved} />
            <Section title="Hand it to an agent">
              <PacketSection planId={saved.id} />
            </Section>
            <SavedPlanContext.Provider value={saved}>
              <Brief content={saved.brief} />
            </SavedPlanContext.Provider>
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Head({ plan }: { plan: Plan }) {
  return (
    <>
      Saved <TimeAgo at={plan.createdAt} /> · revision {plan.revision}
      {plan.stepCount > 0 &&
        ` · ${plan.doneSteps.length} of ${plan.stepCount} steps reported as done${lastStepOf(plan)}`}
    </>
  );
}
