import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import 'virtual:tokens.css';
import 'graphiql/style.css';
import './docs.css';
import './graphiql.css';

/** The dialogs' scroll lock makes a style element and takes its nonce from here. */
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
});

interface Request {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: unknown;
}

/** Asks with the workspace's session, if there is one; a header that the person typed goes along. */
async function fetcher(request: Request, options?: { headers?: Record<string, string> }): Promise<object> {
  const response = await fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(request),
  });
  return response.json();
}

const FIRST_QUERY = `# Signed in to the workspace? Then this asks as you.
query WhoAmI {
  viewer {
    kind
    user { name }
    memberships { role organization { id name } }
  }
}
`;

const root = document.getElementById('graphiql');
if (!root) throw new Error('the page has no #graphiql');
/** The query in the address is shown, and runs only when the person starts it. */
const requested = new URLSearchParams(location.search);
createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    defaultQuery={FIRST_QUERY}
    query={requested.get('query') ?? undefined}
    variables={requested.get('variables') ?? undefined}
    shouldPersistHeaders={false}
  />,
);
