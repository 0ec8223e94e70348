import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { Meter } from '../components/Meter.js';
import { Panel, PanelLine, PanelLines } from '../components/Panel.js';
import { QueryState } from '../components/QueryState.js';
import type { PlanHead } from '../providers/generated/operations.js';
import { lastStepOf } from '../workbench/plan.progress.js';

const SHOWN = 4;
/** Agents report steps while the person looks. */
const REFRESH_MS = 20_000;

/** The newest plans with the share of their steps that was reported as done. */
export function PlanProgress() {
  const plans = useGetList<PlanHead>(
    'plans',
    { pagination: { page: 1, perPage: SHOWN }, sort: { field: 'created', order: 'DESC' } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Panel title="Plans" aside={<Link to="/workbench/plans">All plans</Link>}>
      <QueryState query={plans} what="plans" rows={3}>
        {(found) =>
          found.length === 0 ? (
            <span>
              No plan is saved. <Link to="/workbench">Begin in the workbench</Link>; its steps are counted here as they
              are done.
            </span>
          ) : (
            <PanelLines>
              {found.map((plan) => (
                <PanelLine
                  key={plan.id}
                  name={<Link to={`/workbench/plans/${plan.id}`}>{plan.title}</Link>}
                  fact={plan.stepCount > 0 ? `${plan.doneSteps.length} of ${plan.stepCount} steps` : 'no steps'}
                  under={
                    plan.stepCount > 0 && (
                      <Meter
                        name={`Steps of ${plan.title}`}
                        percent={(plan.doneSteps.length / plan.stepCount) * 100}
                        text={`${plan.doneSteps.length} of ${plan.stepCount} steps reported as done${lastStepOf(plan)}`}
                      />
                    )
                  }
                />
              ))}
            </PanelLines>
          )
        }
      </QueryState>
    </Panel>
  );
}
