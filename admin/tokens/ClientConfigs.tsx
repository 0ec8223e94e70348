import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Code } from '../components/Code.js';
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
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const clients = [...first, ...clientsOf(configs, { holdsToken, variable }), ...more];
  const client = clients[chosen];
  return (
    <Box>
      <Tabs
        value={chosen}
        onChange={(_, next: number) => setChosen(next)}
        aria-label="Client"
        variant="scrollable"
        scrollButtons={false}
        sx={{ minHeight: 40, mb: 3 }}
      >
        {clients.map(({ name }, index) => (
          <Tab
            key={name}
            label={name}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            sx={{ minHeight: 40, minWidth: 0, textTransform: 'none' }}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}
      >
        {client?.steps.map(({ description, text, what }) => (
          <div key={what}>
            <Typography sx={{ mb: 1.5 }}>{description}</Typography>
            <Code text={text} what={`${what} for ${client.name}`} wrap={what === 'command'} />
          </div>
        ))}
      </Box>
    </Box>
  );
}
