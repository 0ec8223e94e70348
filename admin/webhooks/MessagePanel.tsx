import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useListContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { Code } from '../components/Code.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import type { Webhook, WebhookMessage } from '../providers/generated/operations.js';
import { outcomeOf } from './webhook.labels.js';

const NAME = 'message';

/** The delivery that the address names, beside the list: its request, its answer and its times. */
export function MessagePanel({ webhook }: { webhook: Webhook }) {
  const titleId = useId();
  const [search, setSearch] = useSearchParams();
  const { data = [], isPending, error } = useListContext<WebhookMessage>();
  const wanted = search.get(NAME);
  const message = data.find(({ id }) => id === wanted);
  const isKnown = !isPending && !error;
  const address = useAddressFilters([
    { source: NAME, label: 'Delivery', readable: () => message !== undefined || (isKnown ? false : undefined) },
  ]);
  if (!message) return <UnreadFilters {...address} />;
  const close = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.delete(NAME);
      return after;
    });
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: 560, maxWidth: '100vw', p: 5 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 4 }}>
        <Typography variant="h2" id={titleId} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {message.type}
        </Typography>
        <IconButton aria-label="Close" onClick={close} autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      <Delivery webhook={webhook} message={message} />
    </Drawer>
  );
}

function Delivery({ webhook, message }: { webhook: Webhook; message: WebhookMessage }) {
  const { id, state, body, attempts, createdAt, lastAttemptAt, nextAttemptAt, lastDurationMs } = message;
  return (
    <>
      <Box sx={{ mb: 5 }}>
        <Facts>
          <Fact label="State">
            <State of="webhookMessage" is={state} />
          </Fact>
          <Fact label="Created">
            <TimeAgo at={createdAt} />
          </Fact>
          <Fact label="Attempts">{attempts}</Fact>
          <Fact label="Next attempt">{nextAttemptAt ? <TimeUntil at={nextAttemptAt} /> : 'none'}</Fact>
        </Facts>
      </Box>
      <Section title="Request" level="h3">
        <Facts>
          <Fact label="Address">
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              POST {webhook.url}
            </Box>
          </Fact>
          <Fact label="webhook-id">
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              {id}
            </Box>
          </Fact>
          <Fact label="content-type">
            <code>application/json</code>
          </Fact>
        </Facts>
        <Box sx={{ mt: 3 }}>
          <Code text={body} what="Body as it is sent" wrap />
        </Box>
        <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
          webhook-timestamp and webhook-signature are made for each attempt and not stored.
        </Box>
      </Section>
      <Section title="Answer" level="h3">
        <Facts>
          <Fact label="Last attempt">{lastAttemptAt ? <TimeAgo at={lastAttemptAt} /> : 'not yet'}</Fact>
          <Fact label="Outcome">{outcomeOf(message) ?? 'not yet'}</Fact>
          <Fact label="Took">{lastDurationMs === null ? 'unknown' : `${lastDurationMs.toLocaleString('en')} ms`}</Fact>
        </Facts>
        <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>The body of an answer is not read.</Box>
      </Section>
    </>
  );
}
