import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ListPage } from '../components/ListPage.js';
import { WAITING } from '../providers/data.projects.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { PROJECT_COLUMNS } from './project.columns.js';

const FILTERS = [
  {
    source: 'status',
    label: 'State',
    every: 'Every state',
    choices: [
      [WAITING, 'waiting for you'],
      ['DRAFT', 'draft'],
      ['APPROVED', 'approved'],
      ['PUBLISHED', 'published'],
      ['ARCHIVED', 'archived'],
    ],
  },
] as const;

/** The projects of a person: what of each is public, and what waits for a decision. */
export function ProjectList() {
  return (
    <ListPage<OwnProject>
      title="Projects"
      about="What you build, and what of it is public. You or your agents prepare it; nothing becomes public before you have approved that very content."
      create={
        <Button component={Link} to="/me/projects/create" variant="contained">
          Create project
        </Button>
      }
      columns={PROJECT_COLUMNS}
      filters={FILTERS}
      search="Search projects"
      time
      sort={{ field: 'updated', order: 'DESC' }}
      empty={{
        text: 'Your projects will be listed here: those that you write down yourself, and drafts that your agents prepare for your approval.',
      }}
    />
  );
}
