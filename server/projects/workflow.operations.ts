import { boundProjectOf, findPerson, ownerOf } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { agentHrefOf, newestSkills, publicHrefOf } from '../skills/index.js';
import { publicUrlOf, readProjects, reviewUrlOf } from './project.query.js';
import { hasUnpublishedChanges, type ProjectRecord, ProjectStatus, statusOf } from './project.rules.js';
import type { ProjectsContext } from './projects.context.js';
import type {
  WorkflowContext,
  WorkflowContextProject,
  WorkflowContextToken,
  WorkflowProfile,
} from './workflow.types.js';

/** How many of each kind; an agent reads this at the beginning of its work and must not drown in it. */
const EACH_MAX = 25;

/** The context that a coding agent works in (decisions §6): its person, its token, projects, plans and skills. A project-scoped token sees its project alone. */
export const readWorkflowContext = operation(
  { name: 'workflowContext', who: ['workflow_token', 'session'], scope: 'project:read', limit: 'workflow' },
  async function workflowContext(ctx: ProjectsContext, _input: Record<string, never>): Promise<WorkflowContext> {
    const owner = ownerOf(ctx);
    const bound = boundProjectOf(ctx);
    const whole = bound === null;
    const projects = await readProjects(ctx.em, (of) =>
      (bound === null ? of.where('p.status', '<>', ProjectStatus.ARCHIVED) : of.where('p.id', '=', bound))
        .where('p.user_id', '=', owner)
        .orderBy('p.updated_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(EACH_MAX + 1),
    );
    const plans = whole ? await ctx.parts.plans.newest(owner, EACH_MAX + 1) : [];
    const skills = whole ? await newestSkills(ctx.em, owner, EACH_MAX + 1) : [];
    return {
      profile: await profileOf(ctx, owner),
      token: tokenOf(ctx),
      projects: projects.slice(0, EACH_MAX).map((project) => projectOf(ctx, project)),
      plans: plans.slice(0, EACH_MAX).map(({ id, title, goal, tools, updatedAt }) => ({
        id,
        title,
        goal,
        tools: tools.map(({ slug }) => slug),
        updatedAt,
      })),
      skills: skills.slice(0, EACH_MAX).map((skill) => ({
        id: skill.id,
        name: skill.name,
        status: skill.status,
        digest: skill.digest,
        agentHref: agentHrefOf(ctx, skill.id),
        publicHref: publicHrefOf(ctx, skill),
      })),
      notices: [
        ...cut(projects, 'projects', 'GET /api/workflow/projects lists them'),
        ...cut(plans, 'saved plans', 'the query savedPlans lists them'),
        ...cut(skills, 'skills', 'the query agentSkills lists them'),
      ],
    };
  },
);

const cut = (rows: readonly unknown[], what: string, rest: string): string[] =>
  rows.length > EACH_MAX ? [`Only the newest ${EACH_MAX} ${what} are here: ${rest}.`] : [];

function projectOf(ctx: ProjectsContext, record: ProjectRecord): WorkflowContextProject {
  const { id, slug, content, contentHash, status, updatedAt } = record.project;
  return {
    id,
    slug,
    title: content.title,
    status: statusOf(record, ctx.platform.clock.now()),
    contentHash,
    hasUnpublishedChanges: hasUnpublishedChanges(record.project),
    tools: content.tools.map((tool) => tool.slug),
    reviewUrl: reviewUrlOf(ctx, id),
    publicUrl: status === ProjectStatus.PUBLISHED ? publicUrlOf(ctx, slug) : null,
    updatedAt,
  };
}

async function profileOf(ctx: ProjectsContext, owner: string): Promise<WorkflowProfile> {
  const person = await findPerson(ctx.em, owner);
  if (!person) throw new Fault('UNAUTHENTICATED');
  const { name, email, emailVerified } = person;
  return { id: owner, name, email: boundProjectOf(ctx) === null ? email : null, emailVerified };
}

function tokenOf({ principal }: ProjectsContext): WorkflowContextToken | null {
  if (principal.kind !== 'workflow_token') return null;
  return {
    id: principal.credentialId,
    name: principal.name,
    hint: principal.hint,
    scopes: [...principal.scopes],
    projectId: principal.projectId,
    expiresAt: principal.expiresAt,
  };
}
