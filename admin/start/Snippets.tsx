import { Code } from '../components/Code.js';
import { CodeTabs } from '../components/CodeTabs.js';
import { ClientSnippets } from './ClientSnippets.js';
import { SNIPPETS, type SnippetPlace } from './snippets.js';

/** The same event by REST, which is the supported way, and with a client. */
export const Snippets = ({ place }: { place: SnippetPlace }) => (
  <CodeTabs label="Way" tabs={['REST', 'Client']} gap={2}>
    {(chosen) => (chosen === 0 ? <RestSnippets place={place} /> : <ClientSnippets place={place} />)}
  </CodeTabs>
);

/** The event in several languages, with this company's own ids. */
const RestSnippets = ({ place }: { place: SnippetPlace }) => (
  <CodeTabs label="Language" tabs={SNIPPETS.map(([name]) => name)} gap={2}>
    {(chosen) => {
      const [language, write] = SNIPPETS[chosen] ?? SNIPPETS[0] ?? ['', () => ''];
      return <Code text={write(place)} what={`${language} snippet`} />;
    }}
  </CodeTabs>
);
