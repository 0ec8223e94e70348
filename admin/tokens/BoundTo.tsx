import { Link } from 'react-router-dom';
import { useProjectNames } from './useProjectNames.js';

/** The project that a token is bound to; its id stands in until its name is known. */
export function BoundTo({ projectId }: { projectId: string | null }) {
  const { data: projects } = useProjectNames();
  if (projectId === null) return 'whole account';
  const project = projects?.find(({ id }) => id === projectId);
  return <Link to={`/me/projects/${projectId}`}>{project ? project.title : <code>{projectId}</code>}</Link>;
}
