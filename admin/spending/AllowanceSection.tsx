import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { CodexSnapshot, CodexWindow, CreditReference } from '../providers/generated/operations.js';
import { AllowanceDeleteButton } from './AllowanceDeleteButton.js';
import { LocalTime } from './LocalTime.js';
import { MissingValue } from './MissingValue.js';
import { formatNumber } from './money.js';
import { ReferenceValue } from './ReferenceValue.js';
import { useSpending } from './useSpending.js';
import { WindowMeter } from './WindowMeter.js';

/** The rest of the coding agent's allowance by its own report; it is the newest one, whichever month is looked at. */
export function AllowanceSection() {
  const spending = useSpending(null);
  return (
    <Section title="Codex allowance" aside={spending.data?.codexSnapshot && <AllowanceDeleteButton />}>
      <QueryState query={spending} what="allowance" rows={2}>
        {({ codexSnapshot, codexCreditReferenceValue }) =>
          codexSnapshot ? (
            <Allowance snapshot={codexSnapshot} value={codexCreditReferenceValue} />
          ) : (
            <Empty
              action={
                <Button component={Link} to="/me/tokens" variant="outlined">
                  Give an agent a token
                </Button>
              }
            >
              The windows, plan and credits of your coding agent will stand here, once an agent with a token of yours
              reported them.
            </Empty>
          )
        }
      </QueryState>
    </Section>
  );
}

function Allowance({ snapshot, value }: { snapshot: CodexSnapshot; value: CreditReference | null }) {
  const { checkedAt, planType, creditsBalance, primary, secondary } = snapshot;
  const windows = [primary, secondary].filter((window): window is CodexWindow => window !== null);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Box sx={{ color: 'var(--muted)' }}>
        reported by the agent, at <LocalTime at={checkedAt} />
      </Box>
      {windows.length === 0 && <MissingValue>No window was reported.</MissingValue>}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
          gap: 3,
        }}
      >
        {windows.map((window, slot) => (
          // Two windows may have the same duration, so that their place is their identity.
          <WindowMeter key={SLOTS[slot]} window={window} />
        ))}
      </Box>
      <Facts>
        <Fact label="Plan">{planType ?? <MissingValue>not reported</MissingValue>}</Fact>
        <Fact label="Credits">
          {creditsBalance === null ? <MissingValue>not reported</MissingValue> : formatNumber(creditsBalance)}
        </Fact>
        <Fact label="Reference value">
          <ReferenceValue value={value} />
        </Fact>
      </Facts>
    </Box>
  );
}

const SLOTS = ['first', 'second'] as const;
