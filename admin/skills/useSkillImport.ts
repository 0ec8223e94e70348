import { type ApiMutation, useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useDai } from '../providers/data.js';
import type { SkillImport } from '../providers/generated/operations.js';

/** Reads the file at an address and stores nothing. */
export function useSkillPreview(): ApiMutation<string, SkillImport> {
  const dai = useDai();
  return useApiMutation((skillUrl: string) => dai.importSkill({ skillUrl }));
}

/** Stores what a preview showed as a private draft, once, and only if the source still has that digest; answers its id. */
export function useConfirmImport({ sourceUrl, digest }: SkillImport['skill']): ApiMutation<void, string> {
  const dai = useDai();
  const idempotencyKey = useIdempotencyKey();
  return useApiMutation(async () => {
    const data = { skillUrl: sourceUrl, confirm: true, status: 'DRAFT', digest };
    const { skill } = await dai.importSkill(data, idempotencyKey);
    return skill.id ?? '';
  }, ['skills']);
}
