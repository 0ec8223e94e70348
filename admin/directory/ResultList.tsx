import Box from '@mui/material/Box';
import type { FoundTool } from '../providers/generated/operations.js';
import { ResultRow } from './ResultRow.js';

/** The tools in the order of their rank: rows where there is room, cards with the same facts elsewhere. */
export function ResultList({ tools, requested }: { tools: readonly FoundTool[]; requested: string }) {
  return (
    <Box
      component="ol"
      aria-label="Tools"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: { sm: '1px solid var(--border)' },
        borderRadius: 1,
        bgcolor: { sm: 'background.paper' },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: { xs: 2, sm: 0 },
      }}
    >
      {tools.map((tool) => (
        <ResultRow key={tool.id} tool={tool} requested={requested} />
      ))}
    </Box>
  );
}
