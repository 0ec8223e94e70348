import { Code } from '../components/Code.js';
import { CodeTabs } from '../components/CodeTabs.js';
import { SNIPPETS, type SnippetPlace } from './snippets.js';

/** The same event in four languages, with this company's own ids. */
export const Snippets = ({ place }: { place: SnippetPlace }) => (
  <CodeTabs label="Language" tabs={SNIPPETS.map(([name]) => name)} gap={2}>
    {(chosen) => {
      const [language, write] = SNIPPETS[chosen] ?? SNIPPETS[0] ?? ['', () => ''];
      return <Code text={write(place)} what={`${language} snippet`} />;
    }}
  </CodeTabs>
);
