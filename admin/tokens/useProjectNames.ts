import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { readAll } from '../providers/find.js';
import type { ProjectName } from '../providers/generated/operations.js';

/** One's own projects by name, newest first; asked again with the projects themselves. */
export function useProjectNames() {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['projects', 'names'],
    queryFn: ({ signal }) => readAll<ProjectName>(provider, 'project-names', {}, signal),
  });
}
