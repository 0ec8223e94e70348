import PauseIcon from '@mui/icons-material/Pause';
import ResumeIcon from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RequestId } from '../components/RequestId.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { type Verdict, VerdictStatus } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { FieldProblems } from './FieldProblems.js';
import { useLiveVerdicts } from './useLiveVerdicts.js';
import { VerdictChip } from './VerdictChip.js';

/** What the service answered to the last events, refused ones too, as they come in. */
export function VerdictList() {
  const { to } = useOrganization();
  const { query, paused, setPaused, news, filtered } = useLiveVerdicts();
  const dropped: unknown = query.meta?.dropped;
  const pause = (
    <Button
      variant="outlined"
      size="small"
      startIcon={paused ? <ResumeIcon /> : <PauseIcon />}
      onClick={() => setPaused(!paused)}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
  return (
    <Section title={paused ? 'Live, paused' : 'Live'} aside={pause}>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Box sx={{ mb: 3 }}>
        <FilterChips
          label="Status"
          name="status"
          unchosen={{ label: 'Every answer' }}
          choices={Object.values(VerdictStatus).map((status) => [status, status])}
        />
      </Box>
      <QueryState query={query} what="answers" rows={6}>
        {(verdicts) =>
          verdicts.length === 0 ? (
            <Empty
              action={
                !filtered && (
                  <Button component={Link} to={to('/start')} variant="contained">
                    Send the first event
                  </Button>
                )
              }
            >
              {filtered
                ? 'None of the last answers is of this kind. They are kept for seven days.'
                : 'Every answer to an event will appear here within seconds, refused ones too.'}
            </Empty>
          ) : (
            <Rows
              caption="Answers to the last events"
              rows={verdicts}
              keyOf={(verdict) => verdict.id}
              columns={COLUMNS}
              detail={(verdict) =>
                verdict.errors.length + verdict.warnings.length > 0 ? <FieldProblems verdict={verdict} /> : null
              }
            />
          )
        }
      </QueryState>
      {typeof dropped === 'number' && dropped > 0 && (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {dropped} more answers came too fast to be shown one by one. Their events are not affected.
        </Typography>
      )}
    </Section>
  );
}

const NOT_STORED = 'Name and key of a refused event are not kept: they may be what was refused.';

const COLUMNS: Column<Verdict>[] = [
  {
    label: 'Event',
    cell: ({ eventName }) => (eventName ? <code>{eventName}</code> : <span title={NOT_STORED}>name not kept</span>),
  },
  { label: 'Answer', cell: ({ status }) => <VerdictChip status={status} /> },
  { label: 'Product', cell: ({ productId }) => <code>{productId}</code> },
  { label: 'Key', cell: ({ keyHint }) => <code>{keyHint}</code> },
  { label: 'Endpoint', cell: ({ door }) => door },
  { label: 'Request', cell: ({ requestId }) => <RequestId id={requestId} /> },
  { label: 'Time', cell: ({ at }) => <TimeAgo at={at} />, numeric: true },
];
