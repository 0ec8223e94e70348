import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fact, Facts } from '../components/Facts.js';
import { RequestId } from '../components/RequestId.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import type { LoggedEvent, Verdict } from '../providers/generated/operations.js';
import { FieldProblems } from './FieldProblems.js';
import { OutcomeChip } from './OutcomeChip.js';

/** An event that was not stored by this request: what is known of it. */
export function AnswerShow({ logged, answer }: { logged: LoggedEvent; answer: Verdict }) {
  return (
    <>
      <Facts>
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
      {logged.outcome === 'refused' && (
        <Typography color="textSecondary" sx={{ mt: 4 }}>
          Nothing that the event held is stored.
        </Typography>
      )}
    </>
  );
}
