import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { Rows } from '../components/Rows.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { PROJECT_COLUMNS } from './project.columns.js';

const PER_PAGE = 20;

/** What waits for a decision of the person: content that is not public yet, approved or not. */
const WAITING = 'waiting';
const CHOICES = [
  [WAITING, 'waiting for you'],
  ['DRAFT', 'draft'],
  ['APPROVED', 'approved'],
  ['PUBLISHED', 'published'],
  ['ARCHIVED', 'archived'],
] as const;

/** The projects of a person, the newest first: what of each is public, and what waits for a decision. */
export function ProjectList() {
  const [search] = useSearchParams();
  const chosen = CHOICES.find(([value]) => value === search.get('status'))?.[0];
  const filter = chosen === WAITING ? { unpublished: true } : chosen ? { status: [chosen] } : {};
  const projects = useInfiniteList<OwnProject>('projects', filter, { perPage: PER_PAGE });
  return (
    <Page
      title="Projects"
      summary="What you build, and what of it is public. You or your agents prepare it; nothing becomes public before you have approved that very content."
      action={<NewProject />}
    >
      <Box sx={{ mb: 4 }}>
        <FilterChips label="State" name="status" unchosen={{ label: 'Every state' }} choices={CHOICES} />
      </Box>
      <QueryState query={projects} what="projects" rows={6}>
        {(items) =>
          items.length === 0 ? (
            <Nothing filtered={chosen !== undefined} />
          ) : (
            <Box aria-busy={projects.outdated} sx={{ opacity: projects.outdated ? 0.6 : 1 }}>
              <Rows caption="Projects" rows={items} keyOf={({ id }) => id} columns={PROJECT_COLUMNS} />
              <LoadMoreButton list={projects} />
            </Box>
          )
        }
      </QueryState>
    </Page>
  );
}

const NewProject = () => (
  <Button component={Link} to="/me/projects/new" variant="contained">
    New project
  </Button>
);

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <Empty
        action={
          <Button component={Link} to="/me/projects" variant="outlined">
            Show every project
          </Button>
        }
      >
        No project of yours is in this state.
      </Empty>
    );
  return (
    <Empty
      action={
        <Button component={Link} to="/me/projects/new" variant="outlined">
          Create project
        </Button>
      }
    >
      Your projects will be listed here: those that you write down yourself, and drafts that your agents prepare for
      your approval.
    </Empty>
  );
}
