import { useDai } from '../providers/data.js';
import type { Connection } from '../providers/data.usage.js';
import { ConnectionDecision } from './ConnectionDecision.js';

/** Ends a consent at once, after it was said what stops with it. */
export function RevokeButton({ connection }: { connection: Connection }) {
  const { tool, connectionId, undelivered } = connection;
  const dai = useDai();
  return (
    <ConnectionDecision
      connection={connection}
      label="Revoke"
      grave
      title={`Revoke the connection with ${tool.name}`}
      consequences={[
        `From now on nothing about ${tool.name} is shared; what your agents report stays yours alone.`,
        describeStopped(undelivered),
        'What was delivered before stays with the vendor: it can’t be called back.',
        'No agent can undo it. To share again, connect the tool here again.',
      ]}
      actionLabel="Revoke connection"
      done={`The connection with ${tool.name} is revoked.`}
      decide={() => dai.revokeToolConnection({ connectionId: connectionId ?? '' })}
    />
  );
}

function describeStopped(undelivered: number): string {
  if (undelivered === 0) return 'Nothing is queued at the moment, so nothing is stopped on its way.';
  return undelivered === 1
    ? '1 queued receipt is stopped: it stays yours, and the vendor doesn’t get it.'
    : `${undelivered} queued receipts are stopped: they stay yours, and the vendor doesn’t get them.`;
}
