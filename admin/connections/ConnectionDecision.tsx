import { DecisionButton, type DecisionButtonProps } from '../components/DecisionButton.js';
import type { Connection } from '../providers/data.usage.js';

/** The resources that show a consent: the connections, the receipts that it stops, and the open work on Home, which lies under the projects. */
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
