import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { isNothing, NoSuchProject } from './NoSuchProject.js';
import { nameAuthor } from './project.fields.js';
import { Review } from './Review.js';
import { useHeldProject } from './useHeldProject.js';

/** The page on which a person reads a project, approves what an agent prepared, and publishes it (decisions §6, reviewUrl). */
export function ProjectShow() {
  return (
    <RecordBase<OwnProject>>
      <Shown />
    </RecordBase>
  );
}

function Shown() {
  const { record, error, refetch } = useShowContext<OwnProject>();
  const held = useHeldProject(record, refetch);
  const { project } = held;
  if (error && isNothing(error)) return <NoSuchProject />;
  return (
    <Page
      title={project?.title ?? 'Project'}
      where="Projects"
      above={
        <BackTo to="/me/projects" steps>
          Projects
        </BackTo>
      }
      summary={project && <Standing project={project} />}
      action={
        project &&
        project.status !== 'ARCHIVED' && (
          <Button component={Link} to={`/me/projects/${project.id}/edit`} variant="outlined">
            Edit
          </Button>
        )
      }
    >
      <QueryState query={{ data: project, error, refetch }} what="project" rows={8}>
        {(shown) => <Review {...held} project={shown} />}
      </QueryState>
    </Page>
  );
}

function Standing({ project }: { project: OwnProject }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <State of="project" is={project.status} />
      <span>revision {project.revision}</span>
      <span>prepared by {nameAuthor(project)}</span>
      <span>
        last change <TimeAgo at={project.updatedAt} />
      </span>
      {project.published && <a href={`/p/${project.slug}`}>public page</a>}
    </Box>
  );
}
