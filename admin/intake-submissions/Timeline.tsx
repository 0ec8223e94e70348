import Box from '@mui/material/Box';
import { Section } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { actLabel, actorLabel } from './intake.labels.js';

interface Moment {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly text: string | null;
  readonly revision: number | null;
}

/** Steps whose detail is a sentence of a person; that of automation's are codes. */
const SPOKEN = new Set(['request_changes', 'reject', 'approve', 'provision']);

/** The steps of a submission and the reviewers' comments, on one line of time, newest first. */
export function Timeline({ item: { history, comments } }: { item: IntakeSubmissionItem }) {
  const steps = history.map(
    (step, index): Moment => ({
      key: `step ${index}`,
      at: step.at,
      who: actorLabel(step),
      what: actLabel(step.action),
      text: SPOKEN.has(step.action) ? step.detail : null,
      revision: step.revision,
    }),
  );
  const messages = comments.map(
    ({ id, at, author, authorName, text }): Moment => ({
      key: id,
      at,
      who: authorName ?? author,
      what: 'commented',
      text,
      revision: null,
    }),
  );
  const moments = [...steps, ...messages].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Section title="History">
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, pl: 3, display: 'grid', gap: 3, borderLeft: '1px solid var(--border)' }}
      >
        {moments.map(({ key, at, who, what, text, revision }) => (
          <Box component="li" key={key} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontSize: '0.8125rem' }}>
              <strong>
                <bdi>{who}</bdi>
              </strong>{' '}
              {what}
              <Box component="span" sx={{ color: 'var(--muted)' }}>
                {revision !== null && ` · revision ${revision}`} · <TimeAgo at={at} />
              </Box>
            </Box>
            {text && (
              <Box dir="auto" sx={{ mt: 1, p: 2, borderRadius: 1, bgcolor: 'var(--raised)', whiteSpace: 'pre-wrap' }}>
                {text}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}
