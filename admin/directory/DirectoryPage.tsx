import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { SearchField } from '../components/SearchField.js';
import { SplitLayout } from '../components/SplitLayout.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { FacetPanel } from './FacetPanel.js';
import { NothingFound } from './NothingFound.js';
import { ResultList } from './ResultList.js';
import { counted } from './tool.labels.js';
import { facetsOf, useFoundTools } from './useFoundTools.js';
import { countFilters, useQuestion } from './useQuestion.js';

/** The directory, open to everyone: a question, what answers it, and why each answer stands where it stands. */
export function DirectoryPage() {
  const { question, drop } = useQuestion();
  const found = useFoundTools(question);
  const total = found.total ?? 0;
  const filters = countFilters(question);
  const clear = filters > 0 && (
    <Button size="small" variant="outlined" onClick={() => drop()}>
      Clear {counted(filters, 'filter')}
    </Button>
  );
  return (
    <Page
      title="Directory"
      where={question.q}
      summary="Developer tools: what is known of them, where it was read, and what proves it. No place is for sale."
    >
      <Box sx={{ display: 'flex', mb: 6 }}>
        <SearchField
          label="Search the directory"
          placeholder="A name, what it should do, or what it should replace"
          lengthMax={1_000}
        />
      </Box>
      <QueryState query={found} what="tools" rows={10}>
        {(tools) => (
          <SplitLayout label="Filters" side={<FacetPanel facets={facetsOf(found)} />} action={clear}>
            <Box
              component="section"
              aria-label="Results"
              aria-busy={found.outdated}
              sx={{ opacity: found.outdated ? 0.6 : 1 }}
            >
              <Typography variant="h2" sx={{ mb: 3 }}>
                {counted(total, 'tool')}
                <Box component="span" sx={{ color: 'var(--muted)', fontWeight: 400 }}>
                  {total > 0 && (question.q === '' ? ', the best proven first' : ', the best match first')}
                </Box>
              </Typography>
              <VisuallyHidden role="status">{found.outdated ? '' : `${counted(total, 'tool')} found`}</VisuallyHidden>
              {total === 0 ? <NothingFound /> : <ResultList tools={tools} requested={question.q} />}
              <LoadMoreButton list={found} />
            </Box>
          </SplitLayout>
        )}
      </QueryState>
      {found.error ? clear : null}
    </Page>
  );
}
