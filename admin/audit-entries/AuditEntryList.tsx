import { wordsOf } from '../../formats/audit.words.js';
import type { DataColumn } from '../components/columns.js';
import type { ListFilter } from '../components/filters.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { NamedEntry } from '../providers/data.audit-entries.js';
import { useOrganization } from '../workspace/organization.js';
import { Actor } from './Actor.js';
import { AuditEntryDetail } from './AuditEntryDetail.js';
import { ChainState } from './ChainState.js';
import { changesOf, tellChanges } from './entry.changes.js';

const WHO = {
  source: 'actor',
  label: 'Who',
  every: 'Every actor',
  choices: [
    ['person', 'People'],
    ['token', 'Agents'],
    ['system', 'DAI'],
  ],
} as const;
const about = (choices: NonNullable<ListFilter['choices']>): readonly ListFilter[] => [
  WHO,
  { source: 'action', label: 'About', every: 'Every action', choices },
];
const IN_ORGANIZATION = about([
  ['organization.', 'Organization'],
  ['member.', 'Members'],
  ['invitation.', 'Invitations'],
  ['product.', 'Products'],
  ['tracking_key.', 'Tracking keys'],
  ['enterprise_key.', 'Agent keys'],
  ['plan.', 'Plan'],
  ['csv_import.', 'Imports'],
  ['claim.', 'Claims'],
  ['webhook.', 'Webhooks'],
]);
const ON_PLATFORM = about([
  ['intake.', 'Submissions'],
  ['tool.', 'Tools'],
  ['catalog.', 'Imports'],
  ['offer.', 'Offers'],
  ['skill.', 'Skills'],
  ['role.', 'Reviewers'],
  ['organization.', 'Organizations'],
]);

interface LogProps {
  readonly where: string;
  readonly about: string;
  readonly filters: readonly ListFilter[];
  readonly empty: string;
}

function AuditLog({ where, about, filters, empty }: LogProps) {
  return (
    <ListPage<NamedEntry>
      title="Audit log"
      where={where}
      about={about}
      columns={COLUMNS}
      filters={filters}
      search="Search the audit log"
      time
      sort={{ field: 'at', order: 'DESC' }}
      empty={{ text: empty }}
      panel={{ heading: ({ action }) => wordsOf(action), detail: AuditEntryDetail }}
    >
      <ChainState />
    </ListPage>
  );
}

/** The organization's acts, by whom and when: an append-only log whose entries are chained by their hashes. */
export function AuditEntryList() {
  const { organization } = useOrganization();
  return (
    <AuditLog
      where={organization.name}
      about="Every change in this organization. Entries are never changed or removed."
      filters={IN_ORGANIZATION}
      empty="Nothing was changed in this organization yet."
    />
  );
}

/** The same of what reviewers and operators did in the platform's name. */
export const PlatformAuditList = () => (
  <AuditLog
    where="Review"
    about="Every decision of reviewers and operators: submissions, the catalog, offers, skills and roles. Entries are never changed or removed."
    filters={ON_PLATFORM}
    empty="Nothing was decided yet."
  />
);

const COLUMNS: readonly DataColumn<NamedEntry>[] = [
  {
    source: 'action',
    label: 'Action',
    cell: ({ action }) => <span title={action}>{wordsOf(action)}</span>,
    text: ({ action }) => action,
  },
  {
    source: 'changes',
    label: 'Changes',
    cell: (entry) => <span title={tellChanges(entry).join('\n')}>{tellChanges(entry).join('; ')}</span>,
    text: (entry) => changesOf(entry).join('; '),
    card: 'fact',
  },
  { source: 'reason', label: 'Reason', cell: ({ reason }) => reason, hidden: true },
  { source: 'resourceId', label: 'What', cell: ({ resourceId }) => <code title={resourceId}>{resourceId}</code> },
  {
    source: 'actor',
    label: 'Who',
    cell: (entry) => <Actor entry={entry} />,
    // Names repeat; a file keeps the id beside them.
    text: ({ actor, actorName }) => (actorName ? `${actorName} (${actor})` : actor),
    card: 'fact',
  },
  { source: 'requestId', label: 'Request', cell: ({ requestId }) => <code>{requestId}</code>, hidden: true },
  { source: 'hash', label: 'Hash', cell: ({ hash }) => <code title={hash}>{hash}</code>, hidden: true },
  {
    source: 'at',
    sortable: true,
    label: 'When',
    cell: ({ at }) => <TimeAgo at={at} />,
    text: ({ at }) => at,
    numeric: true,
    card: 'state',
  },
];
