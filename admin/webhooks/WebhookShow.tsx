import Box from '@mui/material/Box';
import { useShowContext } from 'react-admin';
import { BackTo } from '../components/BackTo.js';
import { Fact, Facts } from '../components/Facts.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useScope } from '../components/useScope.js';
import { type Webhook, WebhookState, WebhookStop } from '../providers/generated/operations.js';
import { NotFound } from '../workspace/NotFound.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { MessageList } from './MessageList.js';
import { WebhookActions } from './WebhookActions.js';
import { WebhookTest } from './WebhookTest.js';
import { kindsOf } from './webhook.labels.js';

/** One webhook: what it hears of, a test, and what was sent to it. */
export function WebhookShow() {
  const meta = useScope();
  return (
    <RecordBase<Found> query={{ meta }}>
      <Own />
    </RecordBase>
  );
}

type Found = Webhook & { missing?: true };

function Own() {
  const { record, error, refetch } = useShowContext<Found>();
  return (
    <QueryState query={{ data: record, error, refetch }} what="webhook">
      {(webhook) => (webhook.missing ? <NotFound /> : <Shown webhook={webhook} />)}
    </QueryState>
  );
}

function Shown({ webhook }: { webhook: Webhook }) {
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  return (
    <Page
      title={new URL(webhook.url).host}
      where={organization.name}
      above={
        <BackTo to={to('/settings/webhooks')} steps>
          Webhooks
        </BackTo>
      }
      action={mayChange && <WebhookActions webhook={webhook} />}
    >
      <Box sx={{ mb: 6, '&:empty': { display: 'none' } }}>
        <StateNotice webhook={webhook} />
      </Box>
      <Section title="Webhook">
        <Facts>
          <Fact label="State">
            <State of="webhook" is={webhook.state} />
          </Fact>
          <Fact label="Address">
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              {webhook.url}
            </Box>
          </Fact>
          <Fact label="Messages">{kindsOf(webhook).join(' · ')}</Fact>
          {webhook.previousSecretUntil && (
            <Fact label="Previous secret">
              signs too, ends <TimeUntil at={webhook.previousSecretUntil} />
            </Fact>
          )}
          <Fact label="Created">
            <TimeAgo at={webhook.createdAt} />
          </Fact>
        </Facts>
        {mayChange && <WebhookTest webhook={webhook} />}
      </Section>
      <Section title="Deliveries">
        <MessageList webhook={webhook} mayChange={mayChange} />
      </Section>
    </Page>
  );
}

const STOPPED: Readonly<Record<WebhookStop, string>> = {
  [WebhookStop.owner]: 'This webhook is off: nothing is sent to it.',
  [WebhookStop.gone]: 'This webhook is off since its address answered 410 Gone.',
  [WebhookStop.failing]: 'This webhook is off since its address took no message for five days.',
};

/** Why nothing is sent, or that nothing is taken. */
function StateNotice({ webhook: { state, disabledReason, failingSince } }: { webhook: Webhook }) {
  if (state === WebhookState.disabled)
    return <Notice tone="caution">{STOPPED[disabledReason ?? WebhookStop.owner]}</Notice>;
  if (!failingSince) return null;
  return (
    <Notice tone="bad">
      It has taken no message since <TimeAgo at={failingSince} />. Send a test once it is mended; after five days it is
      switched off.
    </Notice>
  );
}
