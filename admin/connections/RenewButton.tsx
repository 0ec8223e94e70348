import { formatDay } from '../components/Day.js';
import { useNow } from '../components/useNow.js';
import { useDai } from '../providers/data.js';
import type { Connection } from '../providers/data.usage.js';
import { ConnectionDecision } from './ConnectionDecision.js';
import { CONSENT_DAYS, endAfter } from './consent.js';

/** Lets a consent live its whole time from today, also one whose time has run out. */
export function RenewButton({ connection, onReload }: { connection: Connection; onReload: () => void }) {
  const { tool, state, connectionId, revision, expiresAt } = connection;
  const dai = useDai();
  const now = useNow();
  const before = expiresAt === null ? '' : ` instead of ${formatDay(expiresAt)}`;
  return (
    <ConnectionDecision
      connection={connection}
      label="Renew"
      title={`Renew the connection with ${tool.name}`}
      consequences={[
        state === 'active'
          ? `Valid for ${CONSENT_DAYS} days from today: until ${formatDay(endAfter(now))}${before}.`
          : `It is active again for ${CONSENT_DAYS} days from today, until ${formatDay(endAfter(now))}. What was reported since it expired stays yours alone.`,
        'What is shared, and what never is, stays the same.',
        'You can revoke it at once, at any time; what was delivered by then stays with the vendor.',
      ]}
      actionLabel={`Renew for ${CONSENT_DAYS} days`}
      done={`The connection with ${tool.name} is renewed.`}
      onReload={onReload}
      decide={() => dai.renewToolConnection({ connectionId: connectionId ?? '', revision: revision ?? 0 })}
    />
  );
}
