import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import type { Report } from '../providers/data.enterprise.js';
import { problemOf } from '../providers/problem.js';
import type { useReport } from './useReport.js';

const ROWS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  accounts: ['account', 'accounts'],
  campaigns: ['campaign', 'campaigns'],
  retention: ['week of retention', 'weeks of retention'],
  toolCalls: ['tool', 'tools'],
};

const namesOf = ({ part, rows }: Report['leftOut'][number]): string => {
  const [one, many] = ROWS[part] ?? [part, part];
  return `${rows.toLocaleString('en')} ${rows === 1 ? one : many}`;
};

/** The rows that the report has no room for so far, and the act that reads on. */
export function LeftOut({ leftOut, query }: { leftOut: Report['leftOut']; query: ReturnType<typeof useReport> }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query;
  if (leftOut.length === 0) return null;
  return (
    <Section title="What was left out">
      <p>{leftOut.map(namesOf).join(', ')}: the tables above show the rest. Every figure counts them all.</p>
      {isFetchNextPageError && <ProblemNotice problem={problemOf(error)} retry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <Box data-screen>
          <Button
            variant="outlined"
            onClick={() => void fetchNextPage()}
            loading={isFetchingNextPage}
            loadingPosition="start"
          >
            Load more
          </Button>
        </Box>
      )}
    </Section>
  );
}
