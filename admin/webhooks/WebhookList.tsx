import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Webhook } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { WebhookCreateButton } from './WebhookCreateButton.js';
import { kindsOf } from './webhook.labels.js';

/** The organization's webhooks: where they lead, what they hear of, and whether it is taken. */
export function WebhookList() {
  const { organization } = useOrganization();
  const mayChange = useMayChange();
  return (
    <ListPage<Webhook>
      title="Webhooks"
      where={organization.name}
      about="A webhook is an address of your own that we send signed messages to (Standard Webhooks). A message that is not taken is tried again for 15 hours."
      create={mayChange && <WebhookCreateButton />}
      columns={COLUMNS}
      sort={{ field: 'id', order: 'DESC' }}
      empty={{
        text: 'Your webhooks will be listed here. One tells your own systems when an account sends its first event, when many events are refused, or when a key falls silent.',
      }}
    />
  );
}

const COLUMNS: DataColumn<Webhook>[] = [
  { source: 'url', label: 'Address', cell: ({ url }) => url },
  {
    source: 'state',
    label: 'State',
    card: 'state',
    cell: (webhook) => <State of="webhook" is={webhook.state} />,
  },
  {
    source: 'kinds',
    label: 'Messages',
    card: 'fact',
    cell: (webhook) => kindsOf(webhook).join(' · '),
    text: (webhook) => kindsOf(webhook).join('; '),
  },
  { source: 'createdAt', label: 'Created', cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];
