import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { ProjectForm } from './ProjectForm.js';

/** Writes a new project down, as a private draft. */
export function ProjectCreate() {
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <Page
      title="New project"
      where="Projects"
      above={<BackTo to="/me/projects">Projects</BackTo>}
      summary="A private draft. It becomes public when you have approved it and then published it, and not before."
    >
      <ProjectForm
        project={null}
        onReload={() => undefined}
        onSaved={({ id }) => {
          notify('The draft is saved.');
          navigate(`/me/projects/${id}`);
        }}
      />
    </Page>
  );
}
