import { Link } from 'react-router-dom';
import { useProjectNames } from './useProjectNames.js';

/** The reach of a token: the account, or one project by its title; a project that can’t be read has its id in the title. */
export function BoundTo({ projectId }: { projectId: string | null }) {
  const { data: projects } = useProjectNames();
  if (projectId === null) return 'Account';
  const project = projects?.find(({ id }) => id === projectId);
  const address = `/me/projects/${projectId}`;
  return project ? (
    <>
      One project: <Link to={address}>{project.title}</Link>
    </>
  ) : (
    <Link to={address} title={projectId}>
      One project
    </Link>
  );
}
