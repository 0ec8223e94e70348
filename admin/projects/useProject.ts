import { useGetOne } from 'react-admin';
import { type ApiMutation, useApiMutation } from '../components/useApiMutation.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';

/** True when the service says that nothing is at an address: there is no such thing, or the address can't name one. */
export function isNothing(error: unknown): boolean {
  const { status, errors } = problemOf(error);
  return status === 404 || (status === 400 && errors.some(({ pointer }) => /\/(projectId|slug)$/.test(pointer)));
}

/** One project of the person, and whether the service knows no such project of theirs. */
export function useProject(projectId: string) {
  const query = useGetOne<OwnProject>('projects', { id: projectId });
  return { query, missing: query.error !== null && isNothing(query.error) };
}

/** An act on a project; what was asked about projects is asked again. */
export function useProjectMutation<Answer>(act: () => Promise<Answer>): ApiMutation<undefined, Answer> {
  return useApiMutation(act, ['projects', 'project-proofs', 'public-projects']);
}
