import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useNow } from '../components/useNow.js';
import { isLiveToken } from '../providers/data.tokens.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { useSpending } from '../spending/useSpending.js';
import { useWorkflowTokens } from '../tokens/useWorkflowTokens.js';
import { type OpenDecision, openDecisions } from './decisions.js';
import { type OpenWork, useOpenWork } from './useOpenWork.js';

/** The answer to the page's question: what needs my decision? */
export function OpenDecisions() {
  const work = useOpenWork();
  const tokens = useWorkflowTokens();
  return (
    <Section title="Waiting for you">
      <QueryState query={work} what="open work" rows={4}>
        {(open) => (
          <QueryState query={tokens} what="tokens" rows={4}>
            {(all) => <Decisions work={open} tokens={all} />}
          </QueryState>
        )}
      </QueryState>
    </Section>
  );
}

function Decisions({ work, tokens }: { work: OpenWork; tokens: readonly WorkflowToken[] }) {
  const now = useNow();
  // It is not waited for: rates that can't be had must not hold the page up.
  const budgets = useSpending(null).data?.budgets ?? [];
  const decisions = openDecisions(work, tokens, budgets, now);
  if (decisions.length === 0) return <NothingWaits hasToken={tokens.some((token) => isLiveToken(token, now))} />;
  return (
    <>
      <Rows caption="Waiting for you" rows={decisions} keyOf={({ key }) => key} columns={COLUMNS} />
      {work.isCut && (
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          There is more: see all of your <Link to="/me/projects">projects</Link> and <Link to="/me/skills">skills</Link>
          .
        </Typography>
      )}
    </>
  );
}

function NothingWaits({ hasToken }: { hasToken: boolean }) {
  return hasToken ? (
    <Empty
      action={
        <Button component={Link} to="/workbench" variant="outlined">
          Read a plan
        </Button>
      }
    >
      <strong>Nothing waits for you.</strong> Drafts that your agents write will stand here until you approve them. A
      plan from the workbench gives an agent something to build.
    </Empty>
  ) : (
    <Empty
      action={
        <Button component={Link} to="/me/tokens" variant="outlined">
          Connect an agent
        </Button>
      }
    >
      <strong>Nothing waits for you.</strong> Drafts that your agents write will stand here until you approve them. An
      agent needs a token of yours to write one.
    </Empty>
  );
}

/** How long it has waited; where time runs out, how much of it is left. */
function When({ decision: { since, until } }: { decision: OpenDecision }) {
  if (until)
    return (
      <>
        ends <TimeUntil at={until} />
      </>
    );
  return since ? <TimeAgo at={since} /> : '–';
}

const COLUMNS: Column<OpenDecision>[] = [
  {
    label: 'What',
    cell: ({ to, title }) => (
      <Box sx={{ minWidth: 160 }}>
        <Link to={to}>{title}</Link>
      </Box>
    ),
  },
  { label: 'Decision', cell: ({ kind }) => <State of="decision" is={kind} /> },
  { label: 'Why it waits', cell: ({ why }) => why },
  { label: 'When', cell: (decision) => <When decision={decision} />, numeric: true },
];
