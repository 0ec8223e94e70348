import type { EntityManager } from '@mikro-orm/postgresql';
import { IntakeDraft } from '../intake.entity.js';
import { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';

const PAGE = 200;

/** What became of replaying the stored drafts. */
export interface Replay {
  readonly drafts: number;
  /** Those that the rules of their day do not make again, or whose rules or inputs are no longer there as they were. */
  readonly different: readonly { readonly id: string; readonly submission: string; readonly why: string }[];
}

/** Prepares stored drafts again from their inputs, with the rules of their day, and compares byte for byte; writes nothing. */
export async function replayDrafts(em: EntityManager, submissionId: string | null): Promise<Replay> {
  const different: { id: string; submission: string; why: string }[] = [];
  let drafts = 0;
  let after: string | null = null;
  for (;;) {
    const page: IntakeDraft[] = await em.find(
      IntakeDraft,
      { ...(submissionId ? { submission: submissionId } : {}), ...(after ? { id: { $gt: after } } : {}) },
      { orderBy: { id: 'asc' }, limit: PAGE, disableIdentityMap: true },
    );
    for (const draft of page) {
      const why = differenceOf(draft);
      if (why) different.push({ id: draft.id, submission: draft.submission.id, why });
    }
    drafts += page.length;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return { drafts, different };
  }
}

function differenceOf({ inputs, inputsDigest, ruleSet, checks, triage, records }: IntakeDraft): string | null {
  if (digestOf(inputs) !== inputsDigest || inputs.ruleSet !== ruleSet) return 'its inputs are not those of its digest';
  try {
    return bytesOf(prepareDraft(inputs)) === bytesOf({ checks, triage, records })
      ? null
      : `the rules ${ruleSet} make another draft of its inputs`;
  } catch {
    return `the rules ${ruleSet} cannot be run`;
  }
}
