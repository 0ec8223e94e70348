import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { NoSuchProject } from './NoSuchProject.js';
import { ProjectForm } from './ProjectForm.js';
import { nameAuthor } from './project.fields.js';
import { useProject } from './useProject.js';

/** Prepares the next revision of a project. */
export function ProjectEdit() {
  const { id: projectId = '' } = useParams();
  const { query, missing } = useProject(projectId);
  if (missing) return <NoSuchProject />;
  const project = query.data;
  return (
    <Page
      title={project ? `Edit ${project.title}` : 'Edit'}
      where="Projects"
      above={<BackTo to={`/me/projects/${projectId}`}>Back to the project</BackTo>}
      summary={project && `Revision ${project.revision}, prepared by ${nameAuthor(project)}.`}
    >
      <QueryState query={query} what="project" rows={10}>
        {(newest) =>
          newest.status === 'ARCHIVED' ? (
            <Empty>The project is archived: it can’t be edited any more.</Empty>
          ) : (
            <Held newest={newest} readAgain={async () => (await query.refetch()).data ?? newest} />
          )
        }
      </QueryState>
    </Page>
  );
}

/** Holds the revision that the form began with, so that no one saves over one that they have not seen. */
function Held({ newest, readAgain }: { newest: OwnProject; readAgain: () => Promise<OwnProject> }) {
  const [seen, hold] = useState(newest);
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <ProjectForm
      project={seen}
      onReload={async () => hold(await readAgain())}
      onSaved={({ id, revision }) => {
        notify(`Revision ${revision} is saved.`);
        navigate(`/me/projects/${id}`);
      }}
    />
  );
}
