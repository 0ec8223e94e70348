import { Panels } from '../components/Panel.js';
import { AgentsAtWork } from './AgentsAtWork.js';
import { FittingCredits } from './FittingCredits.js';
import { MonthPanel } from './MonthPanel.js';
import { PlanProgress } from './PlanProgress.js';
import { WeekPanel } from './WeekPanel.js';

/** A builder's work at one look: agents, plans, the week's use, the month's money, and credits that fit. */
export const Cockpit = () => (
  <Panels>
    <AgentsAtWork />
    <PlanProgress />
    <WeekPanel />
    <MonthPanel />
    <FittingCredits />
  </Panels>
);
