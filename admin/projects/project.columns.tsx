import Box from '@mui/material/Box';
import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ApprovalEnd } from './ApprovalEnd.js';
import { nameAuthor, nameChanges } from './project.fields.js';

const MUTED = { color: 'var(--muted)', fontWeight: 400 };
const Muted = ({ children }: { children: string }) => (
  <Box component="span" sx={MUTED}>
    {children}
  </Box>
);

const namesOf = ({ tools }: OwnProject): string => tools.map(({ name }) => name).join(', ');

/** Names the decision of the person that the project waits for; null is none. */
const reasonOf = ({ approval, hasUnpublishedChanges }: OwnProject): string | null =>
  hasUnpublishedChanges ? (approval ? 'approved, not published' : 'waits for your approval') : null;

/** A project in a row, with the reason to open it. */
export const PROJECT_COLUMNS: readonly DataColumn<OwnProject>[] = [
  { source: 'title', sortable: true, label: 'Project', cell: ({ title }) => title },
  {
    source: 'status',
    sortable: true,
    label: 'State',
    cell: ({ status }) => <State of="project" is={status} />,
    card: 'state',
  },
  {
    source: 'reason',
    label: 'For you',
    cell: (project) => <Reason project={project} />,
    text: reasonOf,
    card: 'fact',
  },
  { source: 'revision', label: 'Revision', cell: ({ revision }) => revision, numeric: true },
  {
    source: 'author',
    label: 'Prepared by',
    cell: nameAuthor,
    text: nameAuthor,
    hidden: true,
  },
  {
    source: 'tools',
    label: 'Tools',
    cell: (project) => (project.tools.length ? <span title={namesOf(project)}>{namesOf(project)}</span> : null),
    text: namesOf,
  },
  {
    source: 'published',
    label: 'Public since',
    cell: ({ published }) => (published ? <Day at={published.publishedAt} /> : <Muted>not public</Muted>),
    text: ({ published }) => published?.publishedAt ?? null,
    numeric: true,
  },
  {
    source: 'created',
    sortable: true,
    label: 'Begun',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
    hidden: true,
  },
  {
    source: 'updated',
    sortable: true,
    label: 'Last change',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
    numeric: true,
  },
];

/** Why to open it: what waits for a decision, what of it has changed, and until when. */
function Reason({ project }: { project: OwnProject }) {
  const reason = reasonOf(project);
  if (!reason) return <Muted>nothing to decide</Muted>;
  const { approval, published } = project;
  const changes = published && nameChanges(published, project);
  return (
    <>
      <Box component="span" sx={{ color: 'var(--caution)', fontWeight: 500 }}>
        {reason}
      </Box>
      {approval ? (
        <Box component="span" sx={MUTED}>
          {' '}
          until <ApprovalEnd at={approval.expiresAt} />
        </Box>
      ) : (
        changes && <Muted>{`: ${changes}`}</Muted>
      )}
    </>
  );
}
