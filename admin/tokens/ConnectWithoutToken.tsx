import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { QueryState } from '../components/QueryState.js';
import type { ReadMcpConfigAnswer } from '../providers/generated/operations.js';
import { ClientConfigs } from './ClientConfigs.js';
import type { Client } from './clients.js';

type McpConfig = ReadMcpConfigAnswer['mcpConfig'] & { readonly id: string };

/** The public configuration: it holds no token, so it can be shared and committed. */
export function ConnectWithoutToken() {
  const provider = useDataProvider();
  const config = useQuery({
    queryKey: ['mcp-config'],
    queryFn: async ({ signal }) => (await provider.getOne<McpConfig>('mcp-config', { id: 'public', signal })).data,
  });
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 3, maxWidth: 720 }}>
        These hold no token: they name the variable DAI_TOKEN, which each person sets to their own, so they can be
        shared. Searching tools, finding perks and reading a plan are open to everyone: for them alone, leave the
        authorization out.
      </Typography>
      <QueryState query={config} what="configuration" rows={3}>
        {(answer) => <ClientConfigs configs={answer.clients} more={[localProcess(answer)]} />}
      </QueryState>
    </>
  );
}

const localProcess = ({ stdio, package: { name, version } }: McpConfig): Client => ({
  name: 'Local process',
  steps: [
    {
      description: `For hosts that start a program instead of calling an address: the command line of the package ${name}, version ${version}.`,
      text: JSON.stringify(stdio, null, 2),
      what: 'configuration of the local process',
    },
  ],
});
