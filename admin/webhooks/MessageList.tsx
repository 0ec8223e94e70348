import { useMemo } from 'react';
import { ResourceContextProvider } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { DecisionButton } from '../components/DecisionButton.js';
import { RecordList } from '../components/RecordList.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { ScopeContext, useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import {
  type Webhook,
  type WebhookMessage,
  WebhookMessageState,
  WebhookState,
} from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { MessageStateChip } from './WebhookStateChip.js';
import { outcomeOf } from './webhook.labels.js';

/** What was sent to a webhook, the newest first, with the outcome of the last attempt. */
export function MessageList({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const { organizationId } = useOrganization();
  const scope = useMemo(() => ({ organizationId, webhookId: webhook.id }), [organizationId, webhook.id]);
  const again = mayChange && webhook.state !== WebhookState.disabled;
  return (
    <ScopeContext.Provider value={scope}>
      <ResourceContextProvider value="webhook-messages">
        <RecordList<WebhookMessage>
          caption="Deliveries"
          columns={again ? [...COLUMNS, AGAIN] : COLUMNS}
          sort={{ field: 'id', order: 'ASC' }}
          to={null}
          empty={{ text: 'Messages will be listed here with every attempt. Send a test to see the first one.' }}
        />
      </ResourceContextProvider>
    </ScopeContext.Provider>
  );
}

const COLUMNS: readonly DataColumn<WebhookMessage>[] = [
  { source: 'type', label: 'Message', cell: ({ type }) => <code>{type}</code>, text: ({ type }) => type },
  {
    source: 'state',
    label: 'State',
    cell: (message) => <MessageStateChip message={message} />,
    text: ({ state }) => state,
    card: 'state',
  },
  {
    source: 'outcome',
    label: 'Last attempt',
    cell: (message) => <LastAttempt message={message} />,
    text: outcomeOf,
    card: 'fact',
  },
  { source: 'attempts', label: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
  {
    source: 'created',
    label: 'Created',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
  },
];

const AGAIN: DataColumn<WebhookMessage> = {
  source: 'actions',
  label: 'Actions',
  unnamed: true,
  cell: (message) => message.state !== WebhookMessageState.waiting && <RedeliverButton message={message} />,
};

function LastAttempt({ message }: { message: WebhookMessage }) {
  const outcome = outcomeOf(message);
  const next = message.nextAttemptAt;
  if (outcome === null) return 'not yet';
  return (
    <>
      {outcome}
      {message.state === WebhookMessageState.waiting && next && (
        <>
          , next in <TimeUntil at={next} />
        </>
      )}
    </>
  );
}

/** Sends a message again, with its id; a receiver that has it already knows it by that. */
function RedeliverButton({ message: { id, type } }: { message: WebhookMessage }) {
  const { organizationId } = useScope();
  const { redeliverWebhook } = useDai();
  return (
    <DecisionButton
      small
      label="Redeliver"
      name={`Redeliver ${type}`}
      title={`Redeliver ${type}`}
      consequences={['The message is sent again with its id, by which a receiver that has it already knows it.']}
      actionLabel="Redeliver message"
      touches={['webhook-messages']}
      decide={() => redeliverWebhook({ organizationId: organizationId ?? '', messageId: id })}
      done="The message will be sent again."
    />
  );
}
