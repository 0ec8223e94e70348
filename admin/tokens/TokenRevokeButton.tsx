import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { inShort } from './scopes.js';

/** Revokes a token: at once, for good, and only after it was said what stops. */
export function TokenRevokeButton({ token }: { token: WorkflowToken }) {
  const dai = useDai();
  return (
    <DecisionButton
      small
      grave
      label="Revoke"
      name={`Revoke ${token.name}`}
      title={`Revoke the token “${token.name}” (${token.hint})`}
      consequences={[
        'It stops working at once, wherever an agent uses it; its next request is answered 401.',
        `What it was allowed stops with it: ${inShort(token.scopes)}.`,
        'Drafts, skills and projects that it made stay, and so do your approvals.',
        'It can’t be undone: create another token and give it to the agent first if this one is in use.',
      ]}
      actionLabel="Revoke token"
      touches={['tokens']}
      decide={() => dai.revokeWorkflowToken(token.id)}
      done="The token is revoked."
    />
  );
}
