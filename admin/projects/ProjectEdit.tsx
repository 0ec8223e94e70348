import { EditBase, useEditContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordForm } from '../components/RecordForm.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { isNothing, NoSuchProject } from './NoSuchProject.js';
import { ProjectForm } from './ProjectForm.js';
import { editInput } from './project.draft.js';
import { nameAuthor } from './project.fields.js';

/** Prepares the next revision of a project. */
export function ProjectEdit() {
  return (
    <EditBase<OwnProject> mutationMode="pessimistic" disableAuthentication redirect={false} queryOptions={RECORD_QUERY}>
      <EditPage />
    </EditBase>
  );
}

function EditPage() {
  const { record: project, error, refetch } = useEditContext<OwnProject>();
  if (error && isNothing(error)) return <NoSuchProject />;
  return (
    <Page
      title={project ? `Edit ${project.title}` : 'Edit'}
      where="Projects"
      above={project && <BackTo to={`/me/projects/${project.id}`}>Back to the project</BackTo>}
      summary={project && `Revision ${project.revision}, prepared by ${nameAuthor(project)}.`}
    >
      <QueryState query={{ data: project, error, refetch }} what="project" rows={10}>
        {(shown) =>
          shown.status === 'ARCHIVED' ? (
            <Empty>The project is archived: it can’t be edited any more.</Empty>
          ) : (
            <EditForm project={shown} onReload={() => void refetch()} />
          )
        }
      </QueryState>
    </Page>
  );
}

function EditForm({ project, onReload }: { project: OwnProject; onReload: () => void }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const address = `/me/projects/${project.id}`;
  const onSaved = ({ revision }: OwnProject) => {
    notify(`Revision ${revision} is saved.`);
    navigate(address);
  };
  return (
    <RecordForm<OwnProject>
      inputOf={(values) => editInput(project, values)}
      submit={`Save as revision ${project.revision + 1}`}
      note={describeEffect(project)}
      cancelTo={address}
      onSaved={onSaved}
      onReload={onReload}
    >
      {(problem) => <ProjectForm project={project} problem={problem} />}
    </RecordForm>
  );
}

/** Says what saving does, and what it does not do. */
function describeEffect({ revision, approval, published }: OwnProject): string {
  const about = `about revision ${revision}`;
  if (approval) return `${about} · saving ends its approval`;
  return published ? `${about} · what is public stays as it is` : `${about} · nothing becomes public`;
}
