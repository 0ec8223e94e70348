import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Code } from '../components/Code.js';
import { CodeTabs } from '../components/CodeTabs.js';
import type { McpClientConfigs } from '../providers/generated/operations.js';
import { type Client, clientsOf } from './clients.js';

interface ClientConfigsProps {
  readonly configs: McpClientConfigs;
  /** They come with a token that was created just now. */
  readonly holdsToken?: boolean;
  /** The variable in which the clients find the token. */
  readonly variable?: string;
  /** Ways that stand before the clients. */
  readonly first?: readonly Client[];
  /** Ways that stand after them. */
  readonly more?: readonly Client[];
}

/** The variable in which an agent finds its workflow token. */
const WORKFLOW_VARIABLE = 'DAI_TOKEN';

/** How each client is told of the service: the commands and files, ready to copy. */
export function ClientConfigs(props: ClientConfigsProps) {
  const { configs, holdsToken = false, variable = WORKFLOW_VARIABLE, first = [], more = [] } = props;
  const clients = [...first, ...clientsOf(configs, { holdsToken, variable }), ...more];
  return (
    <CodeTabs label="Client" tabs={clients.map(({ name }) => name)} gap={3}>
      {(chosen) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          {clients[chosen]?.steps.map(({ description, text, what }) => (
            <div key={what}>
              <Typography sx={{ mb: 1.5 }}>{description}</Typography>
              <Code text={text} what={`${what} for ${clients[chosen]?.name}`} wrap={what === 'command'} />
            </div>
          ))}
        </Box>
      )}
    </CodeTabs>
  );
}
