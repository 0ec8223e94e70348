import type { ClientFile } from '../providers/data.clients.js';
import { firstEvent, type SnippetPlace } from './snippets.js';

interface Step {
  readonly description: string;
  readonly text: string;
  readonly what: string;
}

interface ClientSnippet {
  readonly language: string;
  /** The package that it needs. */
  readonly client: string;
  readonly steps: (place: SnippetPlace, file: ClientFile) => readonly Step[];
}

/** Downloads a file under a name and compares its digest before anything uses it. */
const fetchOf = ({ url, sha256 }: ClientFile, name: string, then = ''): string => `curl -fsS -o ${name} ${url}
echo "${sha256}  ${name}" | sha256sum --check${then}`;

const install = (file: ClientFile, name: string, then = ''): Step => ({
  description: 'In an empty folder, or in that of your server:',
  text: fetchOf(file, name, then),
  what: 'installation',
});

const program = (name: string, text: string): Step => ({ description: `Store as ${name}:`, text, what: 'program' });

const start = (command: string): Step => ({
  description: 'Start it where your key is. stored: 1 is proof of storage. Each start sends another event.',
  text: command,
  what: 'start',
});

const nodeProgram = (place: SnippetPlace): string => {
  const { product, idempotencyKey, ...event } = firstEvent(place);
  return `import { createClient } from '@dai/node';

const client = createClient({
  url: ${JSON.stringify(place.baseUrl)},
  key: process.env.SERVICE_ADOPTION_KEY,
  product: ${JSON.stringify(product)},
});

// The client makes idempotencyKey and occurredAt.
// Where your system has an id and a time of the event, give both.
client.track(${JSON.stringify(event, null, 2)});

console.log(await client.close());`;
};

const pythonProgram = (place: SnippetPlace): string => {
  const { product, idempotencyKey, ...event } = firstEvent(place);
  return `import os

from dai import Client

client = Client(
    url=${JSON.stringify(place.baseUrl)},
    key=os.environ["SERVICE_ADOPTION_KEY"],
    product=${JSON.stringify(product)},
)
# The client makes idempotencyKey and occurredAt.
# Where your system has an id and a time of the event, give both.
client.track(${JSON.stringify(event, null, 4)})
print(client.close())`;
};

const toolCalls = (place: SnippetPlace): string => `import { createClient } from '@dai/node';
import { instrument } from '@dai/node/mcp';

const client = createClient({
  url: ${JSON.stringify(place.baseUrl)},
  key: process.env.SERVICE_ADOPTION_KEY,
  product: ${JSON.stringify(firstEvent(place).product)},
});

// Arguments, results and error texts are never sent; a call without a developer is not sent at all.
export const observe = (server) =>
  instrument(server, { client, mcpServer: ${JSON.stringify(place.product.productId)}, developerOf: ({ authInfo }) => authInfo?.clientId });`;

/** The clients in the order in which they are offered. */
export const CLIENT_SNIPPETS: readonly ClientSnippet[] = [
  {
    language: 'Node',
    client: '@dai/node',
    steps: (place, file) => [
      install(file, file.file, ` && npm install ./${file.file}`),
      program('first-event.mjs', nodeProgram(place)),
      start('node first-event.mjs'),
    ],
  },
  {
    language: 'Python',
    client: 'dai.py',
    steps: (place, file) => [
      install(file, 'dai.py'),
      program('first_event.py', pythonProgram(place)),
      start('python3 first_event.py'),
    ],
  },
  {
    language: 'MCP server',
    client: '@dai/node',
    steps: (place, file) => [
      install(file, file.file, ` && npm install ./${file.file}`),
      program('adoption.mjs, and call observe(server) with your McpServer', toolCalls(place)),
    ],
  },
];
