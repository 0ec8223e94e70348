import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { SearchField } from '../components/SearchField.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import { humanize } from '../directory/tool.labels.js';
import type { FindCatalogToolsAnswer } from '../providers/generated/operations.js';

type Tool = FindCatalogToolsAnswer['directoryContext']['tools'][number];

const PAGE_SIZE = 50;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The tools of the catalog, to be corrected; those that are not listed are found by their slug. */
export function ToolList() {
  const [search] = useSearchParams();
  const q = search.get('q') ?? '';
  const slug = q.trim().toLowerCase().replaceAll(' ', '-');
  const list = useInfiniteList<Tool>('catalog-tools', { q }, { perPage: PAGE_SIZE });
  const bySlug = SLUG.test(slug) && !list.data?.some((tool) => tool.slug === slug);
  return (
    <Page
      title="Catalog"
      where="Review"
      summary="What the directory says of each tool. A correction names its source; from then on imports leave the record alone."
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4 }}>
        <SearchField label="Search the catalog" placeholder="A name, a capability or a slug" />
        {bySlug && (
          <Button component={Link} to={`/review/catalog/${slug}`} variant="outlined">
            Open the record “{slug}”
          </Button>
        )}
      </Box>
      <QueryState query={list} what="tools" rows={10}>
        {(tools) =>
          tools.length === 0 ? (
            <Empty
              action={
                <Button component={Link} to="/review/catalog" variant="contained">
                  Show every tool
                </Button>
              }
            >
              No listed tool fits these words. A tool that is not listed is opened by its slug.
            </Empty>
          ) : (
            <>
              <Box role="status" sx={{ color: 'var(--muted)', mb: 2 }}>
                {list.total === 1 ? 'One listed tool' : `${(list.total ?? 0).toLocaleString('en')} listed tools`}
              </Box>
              <Rows caption="Tools" rows={tools} keyOf={({ id }) => id} columns={COLUMNS} />
              <LoadMoreButton list={list} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

/** The newest day on which any source of a tool was read. */
function LastRead({ tool }: { tool: Tool }) {
  const days = tool.sources.map(({ readAt }) => readAt).sort();
  const last = days.at(-1);
  return last === undefined ? <>not known</> : <Day at={last} />;
}

const COLUMNS: Column<Tool>[] = [
  { label: 'Tool', cell: (tool) => <Link to={`/review/catalog/${tool.slug}`}>{tool.name}</Link> },
  { label: 'Vendor', cell: ({ vendor }) => vendor.name ?? vendor.domain ?? 'not known' },
  { label: 'Categories', cell: ({ categories }) => categories.map(humanize).join(', ') || 'none' },
  { label: 'Sources', cell: ({ sources }) => sources.length, numeric: true },
  { label: 'Last read', cell: (tool) => <LastRead tool={tool} />, numeric: true },
  { label: 'Changed', cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />, numeric: true },
];
