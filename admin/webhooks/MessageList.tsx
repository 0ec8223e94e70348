import Button from '@mui/material/Button';
import { useInfiniteGetList } from 'react-admin';
import { Empty } from '../components/Empty.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import {
  type Webhook,
  type WebhookMessage,
  WebhookMessageState,
  WebhookState,
} from '../providers/generated/operations.js';
import { MessageStateChip } from './WebhookStateChip.js';
import { outcomeOf } from './webhook.labels.js';

const SHOWN = 25;

/** What was sent to a webhook, the newest first, with the outcome of the last attempt. */
export function MessageList({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const list = useInfiniteGetList<WebhookMessage>('webhook-messages', {
    filter: { webhookId: webhook.id },
    pagination: { page: 1, perPage: SHOWN },
    meta: useScope(),
  });
  const items = list.data?.pages.flatMap(({ data }) => data);
  const again = mayChange && webhook.state !== WebhookState.disabled;
  return (
    <QueryState query={{ ...list, data: items }} what="deliveries">
      {(messages) =>
        messages.length === 0 ? (
          <Empty>Messages will be listed here with every attempt. Send a test to see the first one.</Empty>
        ) : (
          <>
            <Rows
              caption="Deliveries"
              rows={messages}
              keyOf={({ id }) => id}
              columns={again ? [...COLUMNS, AGAIN] : COLUMNS}
            />
            {list.hasNextPage && (
              <Button
                variant="outlined"
                sx={{ mt: 4 }}
                onClick={() => void list.fetchNextPage()}
                loading={list.isFetchingNextPage}
                loadingPosition="start"
              >
                Load more
              </Button>
            )}
          </>
        )
      }
    </QueryState>
  );
}

const COLUMNS: Column<WebhookMessage>[] = [
  { label: 'Message', cell: ({ type }) => <code>{type}</code> },
  { label: 'State', cell: (message) => <MessageStateChip message={message} /> },
  { label: 'Last attempt', cell: (message) => <LastAttempt message={message} /> },
  { label: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
  { label: 'Created', cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const AGAIN: Column<WebhookMessage> = {
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
  const mutation = useApiMutation(
    () => redeliverWebhook({ organizationId: organizationId ?? '', messageId: id }),
    ['webhook-messages'],
  );
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`Redeliver ${type}`}
      onClick={() => void mutation.run(undefined)}
      loading={mutation.busy}
    >
      {mutation.problem ? 'Try again' : 'Redeliver'}
    </Button>
  );
}
