import { formatDay } from '../components/Day.js';
import { DecisionButton } from '../components/DecisionButton.js';
import type { AgentKey } from '../providers/data.enterprise.js';
import { useDai } from '../providers/data.js';

/** Revokes an agent key: at once, for good, and only after it was said which agents stop reading. */
export function AgentKeyRevokeButton({ agentKey }: { agentKey: AgentKey }) {
  const { keyId, name, hint, productId, lastUsedOn } = agentKey;
  const { revokeAgentKey } = useDai();
  return (
    <DecisionButton
      small
      grave
      label="Revoke"
      name={`Revoke ${name}`}
      title={`Revoke the agent key “${name}” (${hint})`}
      consequences={[
        `Every agent that reads ${productId} with this key loses access at once, also in the middle of a conversation; its next call is answered 401.`,
        lastUsedOn === null
          ? 'No agent has used it yet.'
          : `An agent last used it on ${formatDay(lastUsedOn)}. Audit receipts show what was read with it.`,
        'Agents with other keys go on; reports that were read stay where they are.',
        'It can’t be undone: create another key and give it to the agent first if this one is in use.',
      ]}
      actionLabel="Revoke key"
      touches={['agent-keys']}
      decide={() => revokeAgentKey(keyId)}
      done="The agent key is revoked."
    />
  );
}
