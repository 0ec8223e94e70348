import { IsBoolean } from 'class-validator';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { recordAction, requireVerified } from '../accounts/index.js';
import { ANY_KIND } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { publicId } from '../platform/ids.js';
import { operation, requireProof } from '../platform/operation.js';
import type { PageArgs } from '../platform/paging/page.args.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import { lockProject, projectAnswer, readProjects, readProof } from './project.query.js';
import { ProjectStatus } from './project.rules.js';
import type { ProjectAnswer } from './project.types.js';

@InputType({ description: 'Agrees that the public page of a project may be listed, or takes that back.' })
export class SetProjectListedInput {
  @Field(() => ID, { description: 'The project.' })
  @IdOf('prj')
  projectId: string;

  @Field(() => Boolean, {
    description: 'True: in the sitemap, and open to search engines. False: in neither, at once.',
  })
  @IsBoolean()
  listed: boolean;
}

/**
 * The owner's agreement that search engines may list the public page. It is about the page and not about a revision, so it outlives a
 * publication; taking it back is always possible, and changes nothing when there is none.
 */
export const setProjectListed = operation(
  { name: 'setProjectListed', who: ['session'], writes: true, limit: 'workflow' },
  async function setProjectListed(ctx, { projectId, listed }: SetProjectListedInput): Promise<ProjectAnswer> {
    if (listed) requireProof(ctx); // publishing is; taking it back is always possible
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const { project, approval } = await lockProject(ctx, em, projectId);
      const proof = await readProof(em, project);
      const before = project.listedAt !== null;
      if (before === listed) return projectAnswer(ctx, { project, approval, proof });
      if (listed) {
        requireVerified(ctx);
        if (project.status !== ProjectStatus.PUBLISHED)
          throw new Fault('STATE_CONFLICT', { say: 'Only a published project has a page to list.' });
      }
      project.listedAt = listed ? now : null;
      await em.flush();
      await recordAction(ctx, em, {
        action: listed ? 'project.list' : 'project.unlist',
        resource: 'project',
        resourceId: publicId('prj', projectId),
        revision: project.revision,
        changes: { listed: [before, listed] },
      });
      return projectAnswer(ctx, { project, approval, proof });
    });
  },
);

@ObjectType({ description: 'A published project whose owner agreed that its page may be listed.' })
export class ListedProject {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: "Heading of the project's page." })
  title: string;

  @Field(() => Date, { description: 'Last change of its page: a publication, or a newer proof.' })
  changedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class ListedProjectList {
  @Field(() => [ListedProject], { description: 'Records of this page.' })
  items: ListedProject[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

/** The published projects whose owners agreed to be listed, newest first. */
export const listListedProjects = operation(
  { name: 'listedProjects', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function listedProjects(ctx, { limit, cursor }: PageArgs): Promise<ListedProjectList> {
    const records = await readProjects(ctx.em, (of) =>
      of
        .where('p.status', '=', ProjectStatus.PUBLISHED)
        .where('p.listed_at', 'is not', null)
        .where('p.id', '<', idBefore(cursor))
        .orderBy('p.id', 'desc')
        .limit(limit + 1),
    );
    const page = pageOf(records, limit, ({ project }) => project.id);
    return {
      items: page.items.flatMap(({ project: { slug, publishedContent, publishedAt }, proof }) =>
        publishedContent && publishedAt
          ? [{ slug, title: publishedContent.title, changedAt: laterOf(publishedAt, proof?.madeAt) }]
          : [],
      ),
      nextCursor: page.nextCursor,
    };
  },
);

const laterOf = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);
