import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { Tags } from '../components/Tags.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { PlanHead } from '../providers/generated/operations.js';

const PER_PAGE = 20;
const TOOLS_SHOWN = 4;

/** The plans that this person saved, the newest first. */
export function PlanList() {
  const plans = useInfiniteList<PlanHead>('plans', {}, { perPage: PER_PAGE });
  return (
    <Page
      title="Saved plans"
      above={<BackTo to="/workbench">Workbench</BackTo>}
      summary="Yours alone. An agent with a token of yours that may read tools can fetch the build packet of each."
    >
      <QueryState query={plans} what="plans" rows={6}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              action={
                <Button component={Link} to="/workbench" variant="contained">
                  Read a plan
                </Button>
              }
            >
              Plans will be listed here once you save one. Reading a plan stores nothing.
            </Empty>
          ) : (
            <>
              <Rows caption="Saved plans" rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
              <LoadMoreButton list={plans} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

const COLUMNS: Column<PlanHead>[] = [
  { label: 'Plan', cell: ({ id, title }) => <Link to={`/workbench/plans/${id}`}>{title}</Link> },
  { label: 'Goal', cell: ({ goal }) => goal },
  {
    label: 'Tools',
    cell: ({ tools }) =>
      tools.length > 0 ? <Tags label="Tools" tags={namesOf(tools)} shownMax={TOOLS_SHOWN} /> : 'none found',
  },
  { label: 'Saved', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true },
];

const namesOf = (tools: PlanHead['tools']) =>
  [...new Set(tools.map(({ name }) => name))].map((name) => ({ key: name, label: name }));
