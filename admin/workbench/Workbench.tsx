import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { SplitLayout } from '../components/SplitLayout.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { BoundsPanel } from './BoundsPanel.js';
import { Brief } from './Brief.js';
import { Examples } from './Examples.js';
import { IntentForm } from './IntentForm.js';
import { Instead } from './instead.js';
import { NeedEditingContext } from './needs.js';
import { UnsavedBar } from './UnsavedBar.js';
import { useBrief } from './useBrief.js';
import { BOUNDS, constraintsOf, useDraft } from './useDraft.js';
import { useUnreadBounds } from './useUnreadBounds.js';

/** Makes a plan with reasons out of a user's intent; it is stored when a person saves it, and not before. */
export function Workbench() {
  const held = useDraft();
  const { draft, plan, toggle, clear } = held;
  const constraints = constraintsOf(draft);
  const brief = useBrief(draft.intent, constraints);
  const { isRefused, ...unread } = useUnreadBounds(held, brief.error);
  const bounded = BOUNDS.some((bound) => draft.bounds[bound].length > 0);
  return (
    <Page
      title="Workbench"
      where={draft.intent}
      summary="Say what you build and read a plan with reasons, steps, perks and risks. Reading stores nothing."
      action={
        <Button component={Link} to="/workbench/plans" variant="outlined">
          Saved plans
        </Button>
      }
    >
      <UnreadFilters {...unread} />
      <SplitLayout
        label="Constraints"
        side={<BoundsPanel />}
        action={
          bounded && (
            <Button size="small" variant="outlined" onClick={clear}>
              Clear constraints
            </Button>
          )
        }
      >
        <IntentForm requested={draft.intent} onPlan={plan} />
        {draft.intent === '' ? (
          <Examples onPlan={plan} />
        ) : (
          <Box aria-busy={brief.isPlaceholderData} sx={{ mt: 8, opacity: brief.isPlaceholderData ? 0.6 : 1 }}>
            <QueryState query={isRefused ? { ...brief, error: null } : brief} what="plan" rows={10}>
              {(read) => (
                <>
                  <VisuallyHidden role="status">
                    {brief.isPlaceholderData ? '' : `Plan read: ${read.stack.length} parts`}
                  </VisuallyHidden>
                  <Instead.Provider value={toggle}>
                    <NeedEditingContext.Provider value={{ notUnderstood: read.notUnderstood, onPlan: plan }}>
                      <Brief content={read} />
                    </NeedEditingContext.Provider>
                  </Instead.Provider>
                  <UnsavedBar content={read} input={{ receiptId: read.receiptId }} />
                </>
              )}
            </QueryState>
          </Box>
        )}
      </SplitLayout>
    </Page>
  );
}
