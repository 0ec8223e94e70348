import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { AuditEntry } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { Actor } from './Actor.js';
import { AuditEntryDetail } from './AuditEntryDetail.js';
import { ChainState } from './ChainState.js';
import { changesOf } from './entry.changes.js';

const FILTERS = [
  {
    source: 'actor',
    label: 'Who',
    every: 'Every actor',
    choices: [
      ['person', 'People'],
      ['token', 'Agents'],
      ['system', 'DAI'],
    ],
  },
  {
    source: 'action',
    label: 'About',
    every: 'Every action',
    choices: [
      ['organization.', 'Organization'],
      ['member.', 'Members'],
      ['invitation.', 'Invitations'],
      ['product.', 'Products'],
      ['tracking_key.', 'Tracking keys'],
      ['csv_import.', 'Imports'],
      ['claim.', 'Claims'],
      ['webhook.', 'Webhooks'],
    ],
  },
] as const;

/** What was done in the organization, by whom and when: an append-only log whose entries are chained by their hashes. */
export function AuditEntryList() {
  const { organization } = useOrganization();
  return (
    <ListPage<AuditEntry>
      title="Audit log"
      where={organization.name}
      about="Every change in this organization. Entries are never changed or removed."
      columns={COLUMNS}
      filters={FILTERS}
      search="Search the audit log"
      time
      sort={{ field: 'at', order: 'DESC' }}
      empty={{ text: 'Nothing was changed in this organization yet.' }}
      panel={{ heading: ({ action }) => <code>{action}</code>, detail: AuditEntryDetail }}
    >
      <ChainState />
    </ListPage>
  );
}

const linesOf = (entry: AuditEntry): string => changesOf(entry).join('; ');

const COLUMNS: readonly DataColumn<AuditEntry>[] = [
  { source: 'action', label: 'Action', cell: ({ action }) => <code>{action}</code> },
  {
    source: 'changes',
    label: 'Changes',
    cell: (entry) => <span title={changesOf(entry).join('\n')}>{linesOf(entry)}</span>,
    text: linesOf,
    card: 'fact',
  },
  { source: 'reason', label: 'Reason', cell: ({ reason }) => reason, hidden: true },
  { source: 'resourceId', label: 'What', cell: ({ resourceId }) => <code title={resourceId}>{resourceId}</code> },
  { source: 'actor', label: 'Who', cell: ({ actor }) => <Actor id={actor} /> },
  { source: 'requestId', label: 'Request', cell: ({ requestId }) => <code>{requestId}</code>, hidden: true },
  { source: 'hash', label: 'Hash', cell: ({ hash }) => <code title={hash}>{hash}</code>, hidden: true },
  {
    source: 'at',
    sortable: true,
    label: 'When',
    cell: ({ at }) => <TimeAgo at={at} />,
    text: ({ at }) => at,
    numeric: true,
  },
];
