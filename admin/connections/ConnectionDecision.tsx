import { DecisionButton, type DecisionButtonProps } from '../components/DecisionButton.js';
import type { Connection } from '../providers/data.usage.js';

/** What a consent is shown in: the connections, the receipts that it stops, and what waits at home, which lies under the projects. */
const TOUCHED = ['connections', 'usage-receipts', 'projects'];

interface ConnectionDecisionProps extends Omit<DecisionButtonProps<unknown>, 'name' | 'touches' | 'revision'> {
  readonly connection: Connection;
}

/** One decision about a consent. */
export const ConnectionDecision = ({ connection, label, onReload, ...decision }: ConnectionDecisionProps) => (
  <DecisionButton
    {...decision}
    small
    label={label}
    name={`${label} ${connection.tool.name}`}
    touches={TOUCHED}
    {...(onReload ? { onReload, revision: connection.revision } : {})}
  />
);
