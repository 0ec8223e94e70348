import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Problem, problemOf } from '../providers/problem.js';

export type Outcome<Answer> = { done: true; answer: Answer } | { done: false; problem: Problem };

export interface ApiMutation<Input, Answer> {
  readonly run: (input: Input) => Promise<Outcome<Answer>>;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly reset: () => void;
}

/**
 * A decision in flight: nothing is shown as done before the service said so, and the lists it touches are asked again:
 * at once, or `later`, when they are next shown, where what stands on the page is gone. The answer is kept in no cache,
 * since it may hold a secret.
 */
export function useApiMutation<Input, Answer>(
  mutate: (input: Input) => Promise<Answer>,
  touched: readonly string[] = [],
  refetch: 'at once' | 'later' = 'at once',
): ApiMutation<Input, Answer> {
  const client = useQueryClient();
  const refetchType = refetch === 'later' ? 'none' : 'active';
  const mutation = useMutation({
    mutationFn: mutate,
    gcTime: 0,
    onSuccess: () => Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name], refetchType }))),
  });
  return {
    run: (input) =>
      mutation.mutateAsync(input).then(
        (answer): Outcome<Answer> => ({ done: true, answer }),
        (error: unknown): Outcome<Answer> => ({ done: false, problem: problemOf(error) }),
      ),
    busy: mutation.isPending,
    problem: mutation.error ? problemOf(mutation.error) : null,
    reset: mutation.reset,
  };
}
