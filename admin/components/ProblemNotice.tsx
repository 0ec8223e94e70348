import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type Problem, textOfNote } from '../providers/problem.js';
import { Notice } from './Notice.js';
import { RequestId } from './RequestId.js';

/**
 * The kind of request that failed: a query changes nothing, a mutation may have, and at the entrance only the reason matters. For a form whose
 * fields are wrong, these problems are all there is to say.
 */
export type Tried = 'query' | 'mutation' | 'entrance' | 'fields';

interface ProblemNoticeProps {
  readonly problem: Problem;
  readonly tried?: Tried;
  readonly retry?: () => void;
  /** The problem's remarks on single fields; all of them when absent. */
  readonly notes?: Problem['errors'];
}

/** The failure, whether anything was stored, the request id to copy, and another try where that can help. */
export function ProblemNotice({ problem, tried = 'query', retry, notes = problem.errors }: ProblemNoticeProps) {
  const more = notes.filter(({ detail }) => detail !== '' && detail !== problem.detail);
  const again = retry && (
    <Button size="small" variant="outlined" onClick={retry}>
      Try again
    </Button>
  );
  return (
    <Notice tone="bad" urgent action={again}>
      {tried !== 'entrance' && tried !== 'fields' && (
        <Typography component="p" variant="h3">
          {problem.title}
        </Typography>
      )}
      <Typography>{sentence(tried === 'query' ? detailOfRead(problem) : problem.detail)}</Typography>
      {more.map((note) => (
        <Typography key={`${note.pointer} ${note.code}`} color="textSecondary">
          {sentence(textOfNote(note))}
        </Typography>
      ))}
      <Typography color="textSecondary">{whatToExpect(problem, tried)}</Typography>
      {problem.requestId && tried !== 'fields' && (
        <Box sx={{ mt: 1 }}>
          <RequestId id={problem.requestId} labelled />
        </Box>
      )}
    </Notice>
  );
}

/** Details that are about what may have been stored; a question stores nothing, so of a read they would say something wrong. */
const OF_READS: Readonly<Record<string, string>> = {
  UNREACHABLE: 'No answer came back.',
  INTERNAL: 'Something went wrong on our side. Report the request id if it stays so.',
  UNAVAILABLE: 'The service can’t answer for a moment.',
};
const detailOfRead = ({ code, detail }: Problem): string => OF_READS[code] ?? detail;

/** A text of the service, ended as a sentence. */
const sentence = (text: string): string => (/[.!?:…]$/.test(text) ? text : `${text}.`);

/** Failures behind the service, whose own words say what became of what was saved. */
const SAY_IT_THEMSELVES: ReadonlySet<string> = new Set(['PROVIDER_FAILED', 'PROVIDER_TIMEOUT']);

function whatToExpect(problem: Problem, tried: Tried): string {
  if (problem.retryAfterSeconds !== null) return `Wait ${problem.retryAfterSeconds} seconds, then try again.`;
  if (tried === 'entrance' || SAY_IT_THEMSELVES.has(problem.code)) return '';
  if (tried === 'query') return 'Nothing was changed: this was a question only.';
  if (problem.status >= 400 && problem.status < 500) return 'Nothing was changed.';
  return 'Look at what is there before you try again: the change may have been made.';
}
