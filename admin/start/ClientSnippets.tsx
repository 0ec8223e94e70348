import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useGetList } from 'react-admin';
import { Code } from '../components/Code.js';
import { CodeTabs } from '../components/CodeTabs.js';
import { QueryState } from '../components/QueryState.js';
import type { ClientFile } from '../providers/data.clients.js';
import { CLIENT_SNIPPETS } from './client.snippets.js';
import type { SnippetPlace } from './snippets.js';

/** The first event with a client: its file from this gateway with its digest, a program with this company's own ids, and how it is run. */
export function ClientSnippets({ place }: { place: SnippetPlace }) {
  const files = useGetList<ClientFile>('client-files');
  return (
    <QueryState query={files} what="clients" rows={4}>
      {(served) => <ServedClients place={place} served={served} />}
    </QueryState>
  );
}

function ServedClients({ place, served }: { place: SnippetPlace; served: readonly ClientFile[] }) {
  const snippets = CLIENT_SNIPPETS.flatMap((one) => {
    const file = served.find(({ name }) => name === one.client);
    return file ? [{ ...one, file }] : [];
  });
  if (snippets.length === 0) return <Typography>This gateway was built without its clients. Use REST.</Typography>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography>
        A client adds a queue, retries and a report of every event. It is a file of this gateway, in no registry.{' '}
        <Link href="/docs/guides/clients">How clients work</Link>
      </Typography>
      <CodeTabs label="Client language" tabs={snippets.map(({ language }) => language)} gap={2}>
        {(chosen) => {
          const snippet = snippets[chosen] ?? snippets[0];
          return snippet?.steps(place, snippet.file).map(({ description, text, what }) => (
            <Box key={what} sx={{ mb: 4 }}>
              <Typography sx={{ mb: 1.5 }}>{description}</Typography>
              <Code text={text} what={`${snippet.language} ${what}`} wrap={what === 'installation'} />
            </Box>
          ));
        }}
      </CodeTabs>
    </Box>
  );
}
