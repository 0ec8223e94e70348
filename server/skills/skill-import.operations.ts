import type { EntityManager } from '@mikro-orm/postgresql';
import { lockPerson, ownerOf, recordAction } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { Fault, invalid } from '../platform/fault.js';
import { onceAfter } from '../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { runYielding } from '../platform/yield.js';
import { readSkillAddress } from './address.rules.js';
import { readSkillInSteps, riskCountsOf } from './reading.rules.js';
import type { SkillReading } from './reading.types.js';
import { AgentSkill } from './skill.entity.js';
import { fetchSkill } from './skill.fetch.js';
import { agentHrefOf } from './skill.query.js';
import { type AgentSkillImport, type ImportAgentSkillInput, SkillStatus } from './skill.types.js';

export interface ImportAgentSkillCall extends ImportAgentSkillInput {
  idempotencyKey?: string | null;
}

interface Source extends SkillReading {
  readonly sourceUrl: string;
  readonly finalUrl: string;
}

/** The source of a valid skill, where nothing that a skill needs is missing. */
interface ValidSource extends Source {
  readonly name: string;
  readonly description: string;
  readonly content: string;
}

/** The stored draft as the first answer tells it, so that a repeat tells the same. */
interface StoredDraft extends Omit<Source, 'content'> {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * Reads a public SKILL.md (specification §2.9, decisions §6). Without `confirm` it answers what was read and stores nothing; with it, status
 * DRAFT and an Idempotency-Key a valid one is stored as a private draft, once. The text is data: it is never run and shown as text.
 */
export const importAgentSkill = operation(
  {
    name: 'importAgentSkill',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'skill-import',
  },
  async function importAgentSkill(ctx, { idempotencyKey, ...input }: ImportAgentSkillCall): Promise<AgentSkillImport> {
    const { config } = ctx.platform;
    const address = readSkillAddress(input.skillUrl, config.outboundAllow);
    if ('problems' in address) throw invalid([...address.problems]);
    const sourceUrl = address.url;
    const read = async (): Promise<Source> => {
      const { bytes, finalUrl } = await fetchSkill(sourceUrl, config);
      return { ...(await runYielding(readSkillInSteps(bytes, sourceUrl))), sourceUrl, finalUrl };
    };
    if (!input.confirm) {
      const source = await read();
      return previewOf(source, source.content);
    }
    if (idempotencyKey === null || idempotencyKey === undefined)
      throw new Fault('IDEMPOTENCY_KEY_REQUIRED', { say: 'A confirmed import needs the header Idempotency-Key.' });
    const draft = await onceAfter(
      ctx,
      'importAgentSkill',
      idempotencyKey,
      { ...input },
      async () => storable(await read(), input.digest),
      (em, source) => storeDraft(ctx, em, source),
    );
    return {
      ...previewOf(draft),
      persisted: true,
      skill: {
        ...previewOf(draft).skill,
        id: draft.id,
        status: SkillStatus.DRAFT,
        createdAt: new Date(draft.createdAt),
      },
      agentHref: agentHrefOf(ctx, draft.id),
    };
  },
  { check: refuseOtherStatus },
);

/** A confirmed import makes a draft and nothing else. */
function refuseOtherStatus({ confirm, status }: ImportAgentSkillInput) {
  if (status === 'DRAFT' || (!confirm && (status === null || status === undefined))) return [];
  return [
    {
      pointer: '/status',
      code: status === null || status === undefined ? 'required' : 'enum',
      detail: 'an import is a private draft: status is DRAFT',
      hint: 'publishing is an act of a signed-in person, after the draft was verified',
    },
  ];
}

/** The source, if it may become a draft: what was looked at, and a valid skill. */
function storable(source: Source, digest: string | null | undefined): ValidSource {
  if (digest && digest !== source.digest)
    throw new Fault('SOURCE_CHANGED', {
      say: 'The source has changed since the preview.',
      members: { digest: source.digest },
    });
  const { name, description, content, validation } = source;
  if (!validation.valid || name === null || description === null || content === null)
    throw invalid(
      validation.errors.map(({ code, field, line, detail }) => ({
        pointer: '/skillUrl',
        code,
        detail: `${line === null ? '' : `line ${line}: `}${field === null ? '' : `${field}: `}${detail}`,
      })),
      { validation },
    );
  return { ...source, name, description, content };
}

async function storeDraft(
  ctx: RequestContext,
  em: EntityManager,
  { content, ...source }: ValidSource,
): Promise<StoredDraft> {
  const userId = ownerOf(ctx);
  // The person's own row is the lock that lets two imports count one after the other.
  await lockPerson(em, userId);
  refuseBeyond('skills', 1 + (await em.count(AgentSkill, { userId })));
  const now = ctx.platform.clock.now();
  const id = newUuid();
  const { name, description, digest, sourceUrl, finalUrl, ...rest } = source;
  em.create(AgentSkill, {
    id,
    userId,
    name,
    description,
    sourceUrl,
    finalUrl,
    digest,
    content,
    reading: { ...rest, riskCounts: riskCountsOf(rest.findings) },
    status: SkillStatus.DRAFT,
    createdAt: now,
    updatedAt: now,
    checkedAt: now,
  });
  await em.flush();
  await recordAction(ctx, em, {
    action: 'skill.import',
    resource: 'agent_skill',
    resourceId: publicId('skl', id),
    revision: 1,
    changes: { digest: [null, digest], sourceUrl: [null, sourceUrl] },
  });
  return { ...source, id, createdAt: now.toISOString() };
}

const previewOf = (source: Omit<Source, 'content'>, content: string | null = null): AgentSkillImport => ({
  persisted: false,
  skill: {
    id: null,
    status: null,
    name: source.name,
    description: source.description,
    license: source.license,
    compatibility: source.compatibility,
    allowedTools: source.allowedTools,
    bytes: source.bytes,
    lines: source.lines,
    digest: source.digest,
    sourceUrl: source.sourceUrl,
    finalUrl: source.finalUrl,
    content,
    metadata: source.metadata,
    headings: source.headings,
    createdAt: null,
  },
  validation: source.validation,
  risk: { findings: source.findings },
  agentHref: null,
  publicHref: null,
});
