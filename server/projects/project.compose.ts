import { ownerOf } from '../accounts/index.js';
import { Fault, type FieldProblem, invalid } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { refuseCredentials } from '../platform/secrets/secret.refuse.js';
import { hiddenAt } from '../skills/index.js';
import type { ListedTool, ProjectContent } from './content.rules.js';
import type { ProjectDraftInput, ProjectToolInput, UpdateProjectDraftInput } from './project-input.types.js';
import type { ProjectsContext } from './projects.open.js';

type Written = Omit<Partial<ProjectDraftInput>, 'title' | 'summary'> &
  Pick<UpdateProjectDraftInput, 'title' | 'summary'>;

/** How deep the texts of a draft lie: a list of tools with their roles. */
const LEVELS = 3;

/** Refuses a draft that carries a credential in any text: what is written here is meant to be read by others. */
export function refuseSecrets(written: Written): void {
  // As plain data: the search passes over instances of classes, which is what inputs are.
  const texts = { ...written, tools: written.tools?.map((tool) => ({ ...tool })) };
  refuseCredentials(texts, LEVELS);
}

/** No text file needs a control character beside tab and the ends of lines. */
const control = /[\p{Cc}--[\t\n\r]]/v;

/** What a person cannot see they cannot approve: texts that become public hold no invisible character, and none that turns the writing around. */
export function hiddenProblems({ title, summary, description, url, repositoryUrl, tools }: Written): FieldProblem[] {
  const roles = (tools ?? []).map(({ role }, index) => [`/tools/${index}/role`, role] as const);
  const texts = Object.entries({ title, summary, description, url, repositoryUrl });
  return [...texts.map(([name, text]) => [`/${name}`, text] as const), ...roles]
    .filter(([, text]) => text && (hiddenAt(text) >= 0 || control.test(text)))
    .map(([pointer]) => ({
      pointer,
      code: 'hidden_characters',
      detail: 'the text holds an invisible character',
      hint: 'take out invisible, control and direction characters: what a person approves must be what they see',
    }));
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** The content of a draft after what was written; members that are absent stay as they were, tools keep the day on which they came. */
export async function composeContent(
  ctx: ProjectsContext,
  written: Written,
  before: ProjectContent | null,
  planned: readonly ProjectToolInput[] = [],
): Promise<ProjectContent> {
  const orBefore = <T>(given: string | null | undefined, old: T): string | T | null =>
    given === undefined ? old : orNull(given);
  const tools =
    written.tools === undefined
      ? (before?.tools ?? (await listTools(ctx, planned, [])))
      : await listTools(ctx, written.tools ?? [], before?.tools ?? []);
  return {
    title: orNull(written.title) ?? before?.title ?? '',
    summary: orNull(written.summary) ?? before?.summary ?? '',
    description: orBefore(written.description, before?.description ?? null),
    url: orBefore(written.url, before?.url ?? null),
    repositoryUrl: orBefore(written.repositoryUrl, before?.repositoryUrl ?? null),
    tools,
  };
}

/** Finds the tools in the directory; one that was in before may stay although the directory does not list it any more. */
async function listTools(
  ctx: ProjectsContext,
  wanted: readonly ProjectToolInput[],
  before: readonly ListedTool[],
): Promise<ListedTool[]> {
  const { bySlug } = await ctx.parts.catalog.read();
  const now = ctx.platform.clock.now().toISOString();
  const problems: FieldProblem[] = [];
  const listed = wanted.flatMap(({ slug, role }, index): ListedTool[] => {
    const tool = bySlug.get(slug);
    const old = before.find((one) => one.slug === slug || one.toolId === tool?.id);
    if (!tool && !old) {
      problems.push({
        pointer: `/tools/${index}/slug`,
        code: 'not_found',
        detail: 'the directory lists no tool of this slug',
        hint: 'GET /api/directory/context?q= finds tools and their slugs',
      });
      return [];
    }
    return [
      {
        toolId: tool?.id ?? old?.toolId ?? '',
        slug: tool?.slug ?? slug,
        name: tool?.name ?? old?.name ?? slug,
        role: orNull(role),
        selectedAt: old?.selectedAt ?? now,
      },
    ];
  });
  if (problems.length) throw invalid(problems);
  return listed;
}

/** The plan that a draft names, as one of the owner's; its tools are those that the directory still lists. Another's plan is as good as none. */
export async function readPlanTools(
  ctx: ProjectsContext,
  planId: string | null | undefined,
): Promise<{ planId: string | null; tools: ProjectToolInput[] }> {
  if (planId === null || planId === undefined) return { planId: null, tools: [] };
  const { plans, catalog } = ctx.parts;
  const plan = await plans.find(publicId('usr', ownerOf(ctx)), planId);
  if (!plan) throw new Fault('NOT_FOUND', { say: 'You have no such plan.' });
  const { bySlug } = await catalog.read();
  const roles = new Map<string, string>();
  for (const { slug, capability } of plan.tools) if (bySlug.has(slug) && !roles.has(slug)) roles.set(slug, capability);
  return { planId, tools: [...roles].map(([slug, role]) => ({ slug, role })) };
}
