import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { Code } from '../components/Code.js';
import { SNIPPETS, type SnippetPlace } from './snippets.js';

/** The same event in four languages, with this company's own ids. */
export function Snippets({ place }: { place: SnippetPlace }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const [language, write] = SNIPPETS[chosen] ?? SNIPPETS[0] ?? ['', () => ''];
  return (
    <Box>
      <Tabs
        value={chosen}
        onChange={(_, next: number) => setChosen(next)}
        aria-label="Language"
        variant="scrollable"
        scrollButtons={false}
        sx={{ minHeight: 40, mb: 2 }}
      >
        {SNIPPETS.map(([name], index) => (
          <Tab
            key={name}
            label={name}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            sx={{ minHeight: 40, minWidth: 0, textTransform: 'none' }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        <Code text={write(place)} what={`${language} snippet`} />
      </div>
    </Box>
  );
}
