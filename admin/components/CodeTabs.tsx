import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';

interface CodeTabsProps {
  /** The choice that the tabs are for. */
  readonly label: string;
  readonly tabs: readonly string[];
  /** The space below the tabs. */
  readonly gap: number;
  /** The content of the chosen tab. */
  readonly children: (chosen: number) => ReactNode;
}

/** The same thing written in several ways, one at a time. */
export function CodeTabs({ label, tabs, gap, children }: CodeTabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  return (
    <Box>
      <Tabs
        value={chosen}
        onChange={(_, next: number) => setChosen(next)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        sx={{ minHeight: 40, mb: gap }}
      >
        {tabs.map((name, index) => (
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
        {children(chosen)}
      </div>
    </Box>
  );
}
