import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Tag, Tags } from '../components/Tags.js';
import { useNow } from '../components/useNow.js';
import { humanize } from '../directory/tool.labels.js';
import type { BriefConstraints } from '../providers/generated/operations.js';
import { Brief } from './Brief.js';
import { type ReceiptShown, readReceipt } from './receipt.read.js';
import { UnsavedBar } from './UnsavedBar.js';
import { useBrief } from './useBrief.js';
import { workbenchAt } from './useDraft.js';

/** The page to which an agent sends a person with a plan that it has read: the plan, and the question whether to keep it. */
export function SavePage() {
  const [search] = useSearchParams();
  const receiptId = search.get('receipt') ?? '';
  const now = useNow();
  const receipt = readReceipt(receiptId, now);
  if (!receipt) return <NoReceipt />;
  return (
    <Page
      title="Save a plan?"
      summary="An agent has read this plan and asks you to save it. Nothing of it is stored until you do."
      action={
        <Button component={Link} to={workbenchAt(receipt.intent, receipt.constraints)} variant="outlined">
          Change it in the workbench
        </Button>
      }
    >
      <PlanOfReceipt receiptId={receiptId} receipt={receipt} />
    </Page>
  );
}

function PlanOfReceipt({ receiptId, receipt }: { receiptId: string; receipt: ReceiptShown }) {
  const { intent, constraints, resultDigest, expired } = receipt;
  const brief = useBrief(intent, constraints);
  return (
    <QueryState query={brief} what="plan" rows={10}>
      {(read) => {
        const changed = readReceipt(read.receiptId, 0)?.resultDigest !== resultDigest;
        return (
          <>
            <Box sx={{ display: 'grid', gap: 2, mb: 6 }}>
              <Bounds constraints={constraints} />
              {expired && (
                <Notice tone="caution">
                  <strong>The agent’s receipt has expired.</strong> It is valid for 30 days. What you see is today’s
                  answer to the same question; saving it saves that.
                </Notice>
              )}
              {changed && !expired && (
                <Notice tone="caution">
                  <strong>The directory has changed since the agent read this plan.</strong> What you see is what would
                  be saved now; the saved plan will say so.
                </Notice>
              )}
            </Box>
            <Brief content={read} />
            <UnsavedBar content={read} input={{ receiptId: expired ? read.receiptId : receiptId }} />
          </>
        );
      }}
    </QueryState>
  );
}

/** The constraints under which the plan was read; without any there is nothing to say. */
function Bounds({ constraints }: { constraints: BriefConstraints }) {
  const tags = Object.entries(constraints).flatMap(([bound, values]): Tag[] =>
    (values ?? []).map((value) => {
      const label = bound === 'exclude' ? `without ${value}` : bound === 'prefer' ? `with ${value}` : humanize(value);
      return { key: `${bound} ${value}`, label };
    }),
  );
  return tags.length > 0 && <Tags label="Constraints of the plan" tags={tags} />;
}

function NoReceipt() {
  return (
    <Page title="Save a plan?">
      <Empty
        action={
          <Button component={Link} to="/workbench" variant="contained">
            Open the workbench
          </Button>
        }
      >
        This address names no plan: its receipt is missing or was cut off on the way. Ask the agent for the whole
        address, or read the plan again in the workbench.
      </Empty>
    </Page>
  );
}
