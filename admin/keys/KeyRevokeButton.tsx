import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { TrackingKey } from '../providers/generated/operations.js';

/** Revokes a key: at once, for good, and only after it was said what stops. */
export function KeyRevokeButton({ trackingKey }: { trackingKey: TrackingKey }) {
  const { id, organizationId, name, hint } = trackingKey;
  const { revokeTrackingKey } = useDai();
  return (
    <DecisionButton
      small
      grave
      label="Revoke"
      name={`Revoke ${name}`}
      title={`Revoke the key “${name}” (${hint})`}
      consequences={[
        'It stops working at once, on every server that uses it.',
        'Events sent with it are answered 401 and are not stored.',
        'Events that are stored already stay.',
        'It can’t be undone: create another key and roll it out first if this one is in use.',
      ]}
      actionLabel="Revoke key"
      touches={['tracking-keys', 'products']}
      decide={() => revokeTrackingKey({ organizationId, trackingKeyId: id })}
      done="The key is revoked."
    />
  );
}
