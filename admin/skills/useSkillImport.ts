import { useDataProvider } from 'react-admin';
import { type ApiMutation, useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import type { SkillImport } from '../providers/generated/operations.js';

/** Reads the file at an address and stores nothing. */
export function useSkillPreview(): ApiMutation<string, SkillImport> {
  const provider = useDataProvider();
  return useApiMutation(async (skillUrl: string) => {
    const answer = await provider.create<SkillImport & { id: string }>('skill-imports', { data: { skillUrl } });
    return answer.data;
  });
}

/** Stores what a preview showed as a private draft, once, and only if the source still has that digest; answers its id. */
export function useConfirmImport({ sourceUrl, digest }: SkillImport['skill']): ApiMutation<void, string> {
  const provider = useDataProvider();
  const idempotencyKey = useIdempotencyKey();
  return useApiMutation(async () => {
    const data = { skillUrl: sourceUrl, confirm: true, status: 'DRAFT', digest };
    const answer = await provider.create<SkillImport & { id: string }>('skill-imports', {
      data,
      meta: { idempotencyKey },
    });
    return answer.data.id;
  }, ['skills']);
}
