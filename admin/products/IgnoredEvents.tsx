import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { ReasonedDecision } from '../components/ReasonedDecision.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import type { IgnoredEvent, Product } from '../providers/generated/operations.js';
import { useMayChange } from '../workspace/useMayChange.js';

const RESOURCE = 'ignored-events';
const NAME_MAX = 100;
const NAME = /^[A-Za-z][A-Za-z0-9_.:-]*$/;

interface IgnoredEventsRecord {
  readonly id: string;
  readonly names: readonly IgnoredEvent[];
}

const count = (events: number): string => (events === 1 ? '1 event' : `${events.toLocaleString('en')} events`);

/** The event names of a product that are switched off, and the acts that switch one off or on again. */
export function IgnoredEvents({ product }: { product: Product }) {
  const meta = useScope();
  const mayChange = useMayChange();
  const query = useGetOne<IgnoredEventsRecord>(RESOURCE, { id: product.productId, meta });
  return (
    <Section title="Event names that are switched off">
      <QueryState query={query} what="event names">
        {({ names }) => (
          <Box sx={{ display: 'grid', gap: 3 }}>
            {names.length === 0 ? (
              <Typography color="text.secondary">
                None. An event name that you switch off is answered with tracked: false and not stored.
              </Typography>
            ) : (
              names.map((ignored) => (
                <Name key={ignored.eventName} product={product} ignored={ignored} mayChange={mayChange} />
              ))
            )}
            {mayChange && <SwitchOff product={product} />}
          </Box>
        )}
      </QueryState>
    </Section>
  );
}

function Name({ product, ignored, mayChange }: { product: Product; ignored: IgnoredEvent; mayChange: boolean }) {
  const { organizationId, productId } = product;
  const { eventName, reason, ignoredBy, ignoredAt, events30d } = ignored;
  const { setEventIgnored } = useDai();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <code>{eventName}</code>
        <Typography>{reason}</Typography>
        <Typography variant="body2" color="text.secondary">
          {ignoredBy ?? 'A person who has left'}, <TimeAgo at={ignoredAt} />. {count(events30d)} ignored in the last 30
          days.
        </Typography>
      </Box>
      {mayChange && (
        <ReasonedDecision
          label="Switch on"
          name={`Switch ${eventName} on`}
          title={`Switch on ${eventName}`}
          consequences={[
            'From then on its events are stored again.',
            'Events that were ignored reserved no idempotency keys: sending them again stores them.',
          ]}
          actionLabel="Switch on"
          done={`${eventName} is stored again.`}
          decide={(why) => setEventIgnored({ organizationId, productId, eventName, ignored: false, reason: why })}
          touches={[RESOURCE]}
          small
        />
      )}
    </Box>
  );
}

function SwitchOff({ product }: { product: Product }) {
  const { organizationId, productId } = product;
  const { setEventIgnored } = useDai();
  const [name, setName] = useState('');
  const eventName = name.trim();
  const isWrong = eventName !== '' && !NAME.test(eventName);
  return (
    <Box>
      <ReasonedDecision
        label="Switch a name off"
        title="Switch an event name off"
        consequences={[
          'From then on events of this name are answered with tracked: false and ignored: true, and not stored.',
          'Its senders see no errors, and every ignored event is counted.',
          'Events that are stored already stay, and a retry of one of them is still answered as a duplicate.',
        ]}
        actionLabel="Switch off"
        done={`${eventName} is switched off.`}
        decide={(why) => setEventIgnored({ organizationId, productId, eventName, ignored: true, reason: why })}
        touches={[RESOURCE]}
        lacks={eventName === '' || isWrong ? 'Name the event.' : null}
        onDone={() => setName('')}
      >
        <TextField
          label="Event name"
          required
          value={name}
          error={isWrong}
          helperText={
            isWrong ? 'Begins with a letter; letters, digits and _ . : - alone.' : 'As it is sent, such as DOCS_VIEWED.'
          }
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
        />
      </ReasonedDecision>
    </Box>
  );
}
