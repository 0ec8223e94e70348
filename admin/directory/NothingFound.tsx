import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { FACETS } from './facets.js';
import { counted, humanize } from './tool.labels.js';
import { useWithoutFilter } from './useFacetCounts.js';
import { countFilters, directoryAt, useQuestion } from './useQuestion.js';

/** No tool answers: what to leave out, with what that would show, else how to ask differently. */
export function NothingFound() {
  const { question, drop } = useQuestion();
  const without = useWithoutFilter();
  const wider = FACETS.flatMap((facet) => {
    const total = without[facet]?.total ?? 0;
    return total > 0 ? [{ facet, total, words: question[facet].map(humanize).join(' or ') }] : [];
  });
  if (countFilters(question) === 0) {
    return (
      <Empty
        action={
          <Button component={Link} to={directoryAt()} variant="contained">
            Show the best proven tools
          </Button>
        }
      >
        No tool is known for “{question.q}”. Fewer words find more; so does what it should do (“send email”), or what it
        should replace (“alternative to Firebase”).
      </Empty>
    );
  }
  return (
    <Empty
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {wider.map(({ facet, total, words }) => (
            <Button key={facet} variant="outlined" onClick={() => drop([facet])}>
              Without {words}: {counted(total, 'tool')}
            </Button>
          ))}
          <Button variant={wider.length > 0 ? 'outlined' : 'contained'} onClick={() => drop()}>
            Clear all filters
          </Button>
        </Box>
      }
    >
      No tool {question.q === '' ? '' : `for “${question.q}” `}passes all of the filters.
    </Empty>
  );
}
