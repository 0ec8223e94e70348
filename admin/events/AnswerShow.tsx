import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { RequestId } from '../components/RequestId.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { refusedInAddress } from '../dry-run/repairs.js';
import { ProductName } from '../products/ProductName.js';
import type { LoggedEvent, Verdict } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { FieldProblems } from './FieldProblems.js';
import { OutcomeChip } from './OutcomeChip.js';
import { RefusalState } from './RefusalState.js';

/** An event that was not stored by this request: what is known of it. */
export function AnswerShow({ logged, answer }: { logged: LoggedEvent; answer: Verdict }) {
  const { to } = useOrganization();
  const [first] = answer.errors;
  return (
    <>
      <Facts>
        {answer.eventName && (
          <Fact label="Event">
            <code>{answer.eventName}</code>
          </Fact>
        )}
        <Fact label="Outcome">
          <OutcomeChip outcome={logged.outcome} />
        </Fact>
        <Fact label="Received">
          <TimeAgo at={logged.receivedAt} />
        </Fact>
        <Fact label="Product">
          <ProductName id={logged.productId} />
        </Fact>
        <Fact label="Tracking key">
          <code>{answer.keyHint}</code>
        </Fact>
        <Fact label="Endpoint">{answer.door}</Fact>
        <Fact label="Request">
          <RequestId id={answer.requestId} />
        </Fact>
        {answer.idempotencyKey && (
          <Fact label="Idempotency key">
            <code>{answer.idempotencyKey}</code>
          </Fact>
        )}
      </Facts>
      {answer.errors.length + answer.warnings.length > 0 && (
        <Box sx={{ mt: 6 }}>
          <Typography variant="h3" sx={{ mb: 2 }}>
            What was found
          </Typography>
          <FieldProblems verdict={answer} />
        </Box>
      )}
      {logged.outcome === 'refused' && first && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }}>
          <Box sx={{ flex: '1 1 220px' }}>
            <RefusalState code={first.code} pointer={first.pointer} productId={logged.productId} />
          </Box>
          <Button component={Link} to={to(repairPath(logged.productId, answer))} variant="contained">
            Repair
          </Button>
        </Box>
      )}
      {logged.outcome === 'refused' && (
        <Typography color="textSecondary" sx={{ mt: 4 }}>
          Nothing that the event held is stored, except its name where the catalog has it.
        </Typography>
      )}
    </>
  );
}

/** The page that repairs a refused event: its problems, and its name where it is known, stand in the address. */
function repairPath(productId: string, { eventName, errors }: Verdict): string {
  const search = new URLSearchParams({ product: productId, ...(eventName ? { name: eventName } : {}) });
  for (const fix of refusedInAddress(errors)) search.append('fix', fix);
  return `/dry-run?${search}`;
}
