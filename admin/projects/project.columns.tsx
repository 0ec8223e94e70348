import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import type { Column } from '../components/Rows.js';
import { Tags } from '../components/Tags.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { counted } from '../directory/tool.labels.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ApprovalEnd } from './ApprovalEnd.js';
import { ProjectStatusChip } from './ProjectStatusChip.js';
import { nameAuthor, nameChanges } from './project.fields.js';

const TOOLS_SHOWN = 3;
const MUTED = { color: 'var(--muted)', fontSize: '0.8125rem', fontWeight: 400 };

/** A project in a row, with the reason to open it. */
export const PROJECT_COLUMNS: readonly Column<OwnProject>[] = [
  {
    label: 'Project',
    cell: (project) => (
      <Box sx={{ py: 1, overflowWrap: 'anywhere' }}>
        <Link to={`/me/projects/${project.id}`}>{project.title}</Link>
        <Box sx={MUTED}>
          revision {project.revision} · prepared by {nameAuthor(project)}
        </Box>
      </Box>
    ),
  },
  { label: 'State', cell: ({ status }) => <ProjectStatusChip status={status} /> },
  { label: 'For you', cell: (project) => <Reason project={project} /> },
  { label: 'Tools', cell: ({ tools }) => <Tools tools={tools} /> },
  {
    label: 'Public since',
    cell: ({ published }) =>
      published ? (
        <Day at={published.publishedAt} />
      ) : (
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          not public
        </Box>
      ),
  },
  { label: 'Last change', cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />, numeric: true },
];

/** Why to open it: what waits for a decision, and until when. */
function Reason({ project }: { project: OwnProject }) {
  const { approval, published, hasUnpublishedChanges } = project;
  if (!hasUnpublishedChanges) return <Box sx={{ color: 'var(--muted)' }}>nothing to decide</Box>;
  const changes = published && nameChanges(published, project);
  return (
    <Box sx={{ py: 1 }}>
      <Box sx={{ color: 'var(--caution)', fontWeight: 500 }}>
        {approval ? 'approved, not published' : 'waits for your approval'}
      </Box>
      {changes && <Box sx={MUTED}>unpublished changes: {changes}</Box>}
      {approval && (
        <Box sx={MUTED}>
          until <ApprovalEnd at={approval.expiresAt} />
        </Box>
      )}
    </Box>
  );
}

function Tools({ tools }: Pick<OwnProject, 'tools'>) {
  if (tools.length === 0) return <Box sx={{ color: 'var(--muted)' }}>none</Box>;
  return (
    <Box sx={{ py: 1 }}>
      <Box sx={MUTED}>{counted(tools.length, 'tool')}</Box>
      <Tags label="Tools" tags={tools.map(({ slug, name }) => ({ key: slug, label: name }))} shownMax={TOOLS_SHOWN} />
    </Box>
  );
}
