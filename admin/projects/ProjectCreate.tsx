import { CreateBase, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { RecordForm } from '../components/RecordForm.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectForm } from './ProjectForm.js';
import { newDraftInput } from './project.draft.js';

/** Writes a new project down, as a private draft. */
export function ProjectCreate() {
  const navigate = useNavigate();
  const notify = useNotify();
  const idempotencyKey = useIdempotencyKey();
  const onSaved = ({ id }: OwnProject) => {
    notify('The draft is saved.');
    navigate(`/me/projects/${id}`);
  };
  return (
    <Page
      title="Create project"
      where="Projects"
      above={<BackTo to="/me/projects">Projects</BackTo>}
      summary="A private draft. It becomes public when you have approved it and then published it, and not before."
    >
      <CreateBase<OwnProject> disableAuthentication redirect={false}>
        <RecordForm<OwnProject>
          inputOf={newDraftInput}
          defaults={{ tools: [] }}
          meta={{ idempotencyKey }}
          submit="Save the draft"
          note="Stored for you alone. Nothing becomes public."
          cancelTo="/me/projects"
          onSaved={onSaved}
        >
          {(problem) => <ProjectForm project={null} problem={problem} />}
        </RecordForm>
      </CreateBase>
    </Page>
  );
}
