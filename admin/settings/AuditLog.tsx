import Box from '@mui/material/Box';
import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { AuditEntry } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

const SHOWN = 50;

/** What was done in the organization, by whom and when: an append-only log whose entries are chained by their hashes. */
export function AuditLog() {
  const { organization, organizationId } = useOrganization();
  const entries = useInfiniteList<AuditEntry>('audit-entries', { organizationId }, { perPage: SHOWN });
  return (
    <Page
      title="Audit log"
      where={organization.name}
      summary="Every change in this organization. Entries are never changed or removed: each carries the hash of the one before."
    >
      <QueryState query={entries} what="audit log" rows={10}>
        {(items) =>
          items.length === 0 ? (
            <Empty>Nothing was changed in this organization yet.</Empty>
          ) : (
            <>
              <Rows caption="Audit log" rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
              <LoadMoreButton list={entries} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

const MUTED = { color: 'var(--muted)', fontSize: '0.8125rem' };

const COLUMNS: Column<AuditEntry>[] = [
  { label: 'When', cell: ({ at }) => <TimeAgo at={at} /> },
  { label: 'Action', cell: ({ action }) => <code>{action}</code> },
  { label: 'By', cell: ({ actor }) => <Id text={actor} /> },
  { label: 'What', cell: ({ resourceId }) => <Id text={resourceId} /> },
  { label: 'Changes', cell: (entry) => <Changes entry={entry} /> },
];

/** An id of a person, a key or a record, whole on hover and broken where it has to be. */
const Id = ({ text }: { text: string }) => (
  <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.75rem' }}>
    {text}
  </Box>
);

/** Field by field what was and what is; erased values are said to be. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = entry.changes as Record<string, readonly [unknown, unknown]> | null;
  if (changes === null) return <Box sx={MUTED}>values erased</Box>;
  const fields = Object.entries(changes);
  return (
    <Box sx={{ py: 1, display: 'grid', gap: 0.5, overflowWrap: 'anywhere', ...MUTED }}>
      {fields.map(([field, [before, after]]) => (
        <div key={field}>
          {field}: {textOf(before)} → {textOf(after)}
        </div>
      ))}
      {entry.reason && <div>reason: {entry.reason}</div>}
      {fields.length === 0 && !entry.reason && <span>–</span>}
    </Box>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
