import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { ResourceContextProvider, useNotify } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { RecordList } from '../components/RecordList.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { ScopeContext, useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import {
  type Webhook,
  type WebhookMessage,
  WebhookMessageState,
  WebhookState,
} from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { MessagePanel } from './MessagePanel.js';
import { outcomeOf } from './webhook.labels.js';

/** The interval of reading again after a message was resent, so that its outcome is seen. */
const OUTCOME_MS = 3_000;

/** The messages sent to a webhook, the newest first, with the outcome of the last attempt. */
export function MessageList({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const { organizationId, to } = useOrganization();
  const scope = useMemo(() => ({ organizationId, webhookId: webhook.id }), [organizationId, webhook.id]);
  const [resent, setResent] = useState(false);
  const again = useMemo(() => redeliver(() => setResent(true)), []);
  const mayResend = mayChange && webhook.state !== WebhookState.disabled;
  return (
    <ScopeContext.Provider value={scope}>
      <ResourceContextProvider value="webhook-messages">
        <RecordList<WebhookMessage>
          caption="Deliveries"
          columns={mayResend ? [...COLUMNS, again] : COLUMNS}
          sort={{ field: 'id', order: 'ASC' }}
          to={({ id }) => to(`/settings/webhooks/${webhook.id}?message=${id}`)}
          {...(resent ? { refreshMs: OUTCOME_MS } : {})}
          empty={{ text: 'Messages will be listed here with every attempt. Send a test to see the first one.' }}
        >
          <MessagePanel webhook={webhook} />
        </RecordList>
      </ResourceContextProvider>
    </ScopeContext.Provider>
  );
}

const COLUMNS: readonly DataColumn<WebhookMessage>[] = [
  { source: 'type', label: 'Message', cell: ({ type }) => <code>{type}</code>, text: ({ type }) => type },
  {
    source: 'state',
    label: 'State',
    cell: (message) => <State of="webhookMessage" is={message.state} />,
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

/** The act on a message whose sending has ended. */
const redeliver = (onSent: () => void): DataColumn<WebhookMessage> => ({
  source: 'actions',
  label: 'Actions',
  unnamed: true,
  cell: (message) =>
    message.state !== WebhookMessageState.waiting && <RedeliverButton message={message} onSent={onSent} />,
});

function LastAttempt({ message }: { message: WebhookMessage }) {
  const outcome = outcomeOf(message);
  const next = message.nextAttemptAt;
  if (outcome === null) return 'not yet';
  return (
    <>
      {outcome}
      {message.state === WebhookMessageState.waiting && next && (
        <>
          , next <TimeUntil at={next} />
        </>
      )}
    </>
  );
}

interface RedeliverProps {
  readonly message: WebhookMessage;
  readonly onSent: () => void;
}

/** Sends a message again at once: it keeps its id, by which a receiver that has it already knows it. */
function RedeliverButton({ message: { id, type }, onSent }: RedeliverProps) {
  const { organizationId } = useScope();
  const { redeliverWebhook } = useDai();
  const notify = useNotify();
  const mutation = useApiMutation(
    () => redeliverWebhook({ organizationId: organizationId ?? '', messageId: id }),
    ['webhook-messages'],
  );
  const send = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return notify(outcome.problem.detail, { type: 'error' });
    onSent();
    notify('The message will be sent again.');
  };
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`Redeliver ${type}`}
      title="With the same id, by which a receiver that has it already knows it"
      loading={mutation.busy}
      onClick={() => void send()}
    >
      Redeliver
    </Button>
  );
}
