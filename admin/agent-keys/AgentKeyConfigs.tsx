import type { CreateAgentKeyAnswer } from '../providers/generated/operations.js';
import { ClientConfigs } from '../tokens/ClientConfigs.js';
import type { Client } from '../tokens/clients.js';

export type CreatedAgentKey = NonNullable<CreateAgentKeyAnswer['createEnterpriseKey']>;

/** The variable in which a host finds the key. */
const VARIABLE = 'DAI_ENTERPRISE_TOKEN';

/** How each host is told of the service with a key that was created just now. */
export function AgentKeyConfigs({ created: { configs, stdio, token } }: { created: CreatedAgentKey }) {
  return (
    <ClientConfigs
      configs={configs}
      holdsToken
      variable={VARIABLE}
      first={[desktop(stdio, token)]}
      more={[local(stdio)]}
    />
  );
}

/** Claude Desktop starts a program and expands no variable. */
const desktop = (stdio: object, token: string): Client => ({
  name: 'Claude Desktop',
  steps: [
    {
      description:
        'Put this into claude_desktop_config.json (Settings → Developer → Edit config) and start Claude Desktop again. It holds the key: the file is yours alone, keep it out of repositories.',
      text: JSON.stringify(stdio, null, 2).replaceAll(`\${${VARIABLE}}`, token),
      what: 'claude_desktop_config.json',
    },
  ],
});

const local = (stdio: object): Client => ({
  name: 'Local process',
  steps: [
    {
      description: `For hosts that start a program and expand variables: set ${VARIABLE} where they start. It holds no key, so it may be committed.`,
      text: JSON.stringify(stdio, null, 2),
      what: 'configuration of the local process',
    },
  ],
});
