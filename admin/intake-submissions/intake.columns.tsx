import WorkspaceIcon from '@mui/icons-material/ApartmentOutlined';
import HackathonIcon from '@mui/icons-material/EmojiEventsOutlined';
import UsageIcon from '@mui/icons-material/InsightsOutlined';
import LinksIcon from '@mui/icons-material/LinkOutlined';
import Box from '@mui/material/Box';
import type { DataColumn } from '../components/columns.js';
import type { Icon } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { AgeMark } from './AgeMark.js';
import { IntakeStateChip } from './IntakeStateChip.js';
import { kindLabel, reasonOf } from './intake.labels.js';

const KIND_ICONS: Readonly<Record<IntakeSubmissionRow['kind'], Icon>> = {
  partner_workspace: WorkspaceIcon,
  tracked_links: LinksIcon,
  hackathon_passport: HackathonIcon,
  usage_tracking: UsageIcon,
};

/** A submission in a row, with the reason to open it. */
export const INTAKE_COLUMNS: readonly DataColumn<IntakeSubmissionRow>[] = [
  {
    source: 'title',
    label: 'Submission',
    cell: ({ title }) => <bdi title={title}>{title}</bdi>,
    text: ({ title }) => title,
    wraps: true,
  },
  {
    source: 'reason',
    label: 'Why',
    cell: (row) => <Reason row={row} />,
    text: reasonOf,
    card: 'fact',
    wraps: true,
  },
  { source: 'state', label: 'State', cell: ({ state }) => <IntakeStateChip state={state} />, card: 'state' },
  {
    source: 'kind',
    label: 'Kind',
    cell: ({ kind }) => kindLabel(kind),
    text: ({ kind }) => kindLabel(kind),
    hidden: true,
  },
  {
    source: 'organization',
    label: 'Organization',
    cell: ({ organizationName }) => <bdi>{organizationName}</bdi>,
    text: ({ organizationName, organizationDomain }) => `${organizationName} (${organizationDomain})`,
    hidden: true,
  },
  {
    source: 'assignee',
    label: 'Assignee',
    cell: ({ assignee, assigneeName }) =>
      assignee ? (
        <Box component="span" title={assigneeName ?? assignee} sx={{ ...CUT, maxWidth: 88 }}>
          {assigneeName ?? assignee}
        </Box>
      ) : (
        <span style={{ color: 'var(--muted)' }}>no one</span>
      ),
    text: ({ assignee, assigneeName }) => assigneeName ?? assignee,
  },
  {
    source: 'score',
    label: 'Score',
    cell: ({ score }) => score ?? '–',
    text: ({ score }) => score,
    numeric: true,
    sortable: true,
    hidden: true,
  },
  {
    source: 'submitted',
    label: 'Age',
    cell: (row) => <Age row={row} />,
    text: ({ submittedAt }) => submittedAt,
    numeric: true,
    sortable: true,
  },
  {
    source: 'expires',
    label: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <TimeUntil at={expiresAt} /> : null),
    text: ({ expiresAt }) => expiresAt,
    numeric: true,
  },
];

const CUT = { display: 'inline-block', overflow: 'hidden', textOverflow: 'ellipsis', verticalAlign: 'bottom' } as const;

/** The kind, and the reason to open it; the title holds the whole reason. */
function Reason({ row }: { row: IntakeSubmissionRow }) {
  const reason = reasonOf(row);
  const Kind = KIND_ICONS[row.kind];
  return (
    <Box
      component="span"
      title={`${kindLabel(row.kind)}: ${reason}`}
      sx={{ display: 'inline-flex', gap: 2, maxWidth: '100%' }}
    >
      <Kind titleAccess={kindLabel(row.kind)} sx={{ fontSize: 16, mt: '3px', color: 'var(--muted)' }} />
      <Box component="span" sx={{ minWidth: 0, color: row.risks.length ? 'var(--bad)' : null }}>
        {reason}
      </Box>
    </Box>
  );
}

/** How long a submission waits, marked once that is long for who sent it. */
const Age = ({ row }: { row: IntakeSubmissionRow }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 2, alignItems: 'center' }}>
    <AgeMark row={row} />
    <TimeAgo at={row.submittedAt} />
  </Box>
);
