import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { PlanHead } from '../providers/generated/operations.js';

/** The plans that this person saved, the newest first. */
export function PlanList() {
  return (
    <ListPage<PlanHead>
      title="Saved plans"
      above={<BackTo to="/workbench">Workbench</BackTo>}
      about="Yours alone. An agent with a token of yours that may read tools can fetch the build packet of each."
      columns={COLUMNS}
      search="Search plans"
      sort={{ field: 'created', order: 'DESC' }}
      empty={{
        text: 'Plans will be listed here once you save one. Reading a plan stores nothing.',
        action: (
          <Button component={Link} to="/workbench" variant="contained">
            Read a plan
          </Button>
        ),
      }}
    />
  );
}

const namesOf = ({ tools }: PlanHead): string => [...new Set(tools.map(({ name }) => name))].join(', ');

const COLUMNS: readonly DataColumn<PlanHead>[] = [
  {
    source: 'title',
    sortable: true,
    label: 'Plan',
    // A plan that was not renamed is called by its goal.
    cell: ({ title, goal }) => (
      <>
        {title}
        {goal !== title && (
          <Box component="span" title={goal} sx={{ display: 'inline-block', pl: 2, color: 'var(--muted)' }}>
            {goal}
          </Box>
        )}
      </>
    ),
    text: ({ title }) => title,
  },
  {
    source: 'goal',
    label: 'Goal',
    cell: ({ goal }) => <span title={goal}>{goal}</span>,
    text: ({ goal }) => goal,
    hidden: true,
  },
  {
    source: 'tools',
    label: 'Tools',
    cell: (plan) => <span title={namesOf(plan)}>{namesOf(plan) || 'none found'}</span>,
    text: namesOf,
    card: 'fact',
  },
  {
    source: 'steps',
    label: 'Steps done',
    cell: ({ doneSteps, stepCount }) => `${doneSteps.length} of ${stepCount}`,
    text: ({ doneSteps, stepCount }) => `${doneSteps.length}/${stepCount}`,
    numeric: true,
  },
  {
    source: 'created',
    sortable: true,
    label: 'Saved',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
  },
];
