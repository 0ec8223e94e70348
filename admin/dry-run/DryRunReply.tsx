import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Code } from '../components/Code.js';
import { Notice } from '../components/Notice.js';
import { FieldProblems } from '../events/FieldProblems.js';
import { MappingFacts } from './MappingFacts.js';
import type { PayloadReply } from './useDryRun.js';

const WOULD_BE: Readonly<Record<string, string>> = {
  tracked: 'It would be stored.',
  duplicate: 'It would be a duplicate: this event is stored already.',
  ignored: 'It would not be stored, since the product is ignored.',
  conflict: 'It would be refused: another event is stored under its key.',
};

interface DryRunReplyProps {
  readonly reply: PayloadReply;
  /** Takes the suggested payload over; absent where there is nothing to take it. */
  readonly onUse?: (payload: unknown) => void;
}

/** The answer that a real call would get: accepted with what was understood, or every problem with its pointer. */
export function DryRunReply({ reply, onUse }: DryRunReplyProps) {
  const { accepted, wouldBe, errors, warnings, stripped, mapping } = reply;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <div role="status">
        <Notice tone={accepted ? (wouldBe === 'conflict' ? 'caution' : 'good') : 'bad'}>
          <strong>{accepted ? 'Accepted.' : `Refused: ${count}.`}</strong>{' '}
          {(accepted && WOULD_BE[wouldBe ?? '']) || 'Nothing would be stored.'} Nothing was stored now.
        </Notice>
      </div>
      {reply.suggestedPayload && <Suggestion reply={reply} {...(onUse ? { onUse } : {})} />}
      {(errors.length > 0 || warnings.length > 0) && <FieldProblems verdict={{ errors, warnings }} />}
      <div>
        <Typography variant="h3" sx={{ mb: 2 }}>
          What we understood
        </Typography>
        <MappingFacts mapping={mapping} />
      </div>
      {stripped.length > 0 && (
        <p>
          Removed before storage: <code>{stripped.join(', ')}</code>
        </p>
      )}
    </Box>
  );
}

/** The event that a call of a customer data platform maps to, and what only the sender can add. */
function Suggestion({ reply: { suggestedPayload, missing }, onUse }: DryRunReplyProps) {
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h3" sx={{ flex: '1 1 200px' }}>
          Send this instead
        </Typography>
        {onUse && (
          <Button size="small" variant="outlined" onClick={() => onUse(suggestedPayload)}>
            Use this payload
          </Button>
        )}
      </Box>
      {missing.length > 0 && (
        <p>
          Only you can add <code>{missing.join(', ')}</code>.
        </p>
      )}
      <Code text={JSON.stringify(suggestedPayload, null, 2)} what="suggested payload" wrap />
    </div>
  );
}
