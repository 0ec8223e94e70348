import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { Diff } from '../components/Diff.js';
import { Section } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { IntakeBackgroundFacts, IntakeSubmissionItem } from '../providers/generated/operations.js';
import { QUEUE } from '../workspace/sections.js';
import { IntakeStateChip } from './IntakeStateChip.js';
import { kindLabel, memberLabel, textOf } from './intake.labels.js';

type Background = IntakeBackgroundFacts;

/** The request before this revision and the decisions about its kin; null until they are read. A new revision or state reads them again. */
export function useBackground({ id, revision, state }: IntakeSubmissionItem): Background | null {
  const { data } = useGetOne<Background>('intake-background', { id, meta: { revision, state } });
  return data ?? null;
}

/** A member of the submission by its pointer, in the words of the form. */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .filter((part) => part !== '' && part !== 'fields')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : memberLabel(part)))
    .join(' · ');

/** The last request for changes, and what the submitter did about it: what a second look is for. */
export function RequestSince({ request }: { request: Background['request'] }) {
  if (!request) return null;
  const { changes, reason, byName, by, at, revision } = request;
  return (
    <Section title="Since the last request">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, maxWidth: 900 }}>
        <Box
          component="blockquote"
          dir="auto"
          sx={{
            m: 0,
            p: 3,
            borderRadius: 1,
            bgcolor: 'var(--raised)',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {reason}
          <Box component="footer" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', mt: 1 }}>
            <bdi>{byName ?? by}</bdi> about revision {revision} · <TimeAgo at={at} />
          </Box>
        </Box>
        {changes === null ? (
          <Box sx={{ color: 'var(--muted)' }}>The content of that revision is not stored any more.</Box>
        ) : changes.length === 0 ? (
          <Box sx={{ color: 'var(--muted)' }}>Nothing has changed since.</Box>
        ) : (
          <Diff
            caption="Changed since the last request"
            absent="none"
            fields={changes.map(({ pointer, before, after }) => ({
              label: placeOf(pointer),
              before: textOf(before),
              after: textOf(after),
            }))}
          />
        )}
      </Box>
    </Section>
  );
}

const STEPS: Readonly<Record<string, string>> = {
  approve: 'approved',
  provision: 'completed',
  reject: 'rejected',
  request_changes: 'sent back',
};

/** The decisions about other submissions of the same vendor or contact, newest first. */
export function EarlierDecisions({ earlier }: { earlier: Background['earlier'] }) {
  if (earlier.length === 0) return null;
  return (
    <Section title="Decided before">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
        {earlier.map((one) => (
          <Box component="li" key={one.id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link to={`${QUEUE}/${one.id}`}>
              <bdi>{one.title}</bdi>
            </Link>
            <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
              {kindLabel(one.kind)} · same {kinOf(one)}
            </Box>
            <Box sx={{ fontSize: '0.8125rem' }}>
              <bdi>{one.byName ?? one.by}</bdi> {STEPS[one.step] ?? one.step} revision {one.revision} ·{' '}
              <TimeAgo at={one.at} />
            </Box>
            {one.reason && (
              <Box dir="auto" sx={{ mt: 1, p: 2, borderRadius: 1, bgcolor: 'var(--raised)', whiteSpace: 'pre-wrap' }}>
                {one.reason}
              </Box>
            )}
            <Box sx={{ mt: 1 }}>
              <IntakeStateChip state={one.state} />
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

const kinOf = ({ sameDomain, sameContact }: Background['earlier'][number]): string =>
  sameDomain && sameContact ? 'vendor and contact' : sameDomain ? 'vendor' : 'contact';
