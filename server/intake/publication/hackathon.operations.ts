import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf, recordAction } from '../../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { ANY_KIND } from '../../platform/context.js';
import { columnsOf, selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import type { Row } from '../../platform/row.types.js';
import { findPublishedProjects, ownsProject } from '../../projects/index.js';
import type {
  HackathonAnswer,
  HackathonArgs,
  HackathonEntries,
  HackathonEntryArgs,
  HackathonList,
  HackathonProjectAnswer,
  HackathonSummaryAnswer,
  HackathonsArgs,
  ListedPassport,
  ProjectHackathonsArgs,
  SetHackathonListedInput,
} from '../hackathon.types.js';
import type { IntakeContext } from '../intake.context.js';
import { reviewerFor } from '../party.query.js';
import { HackathonEntry, HackathonEvent, HackathonSponsor, HackathonSponsorTool } from '../passport.entity.js';

const PROJECTS_MAX = 200;

export const noSuchHackathon = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such hackathon.' });

/** A hackathon as lists show it. */
const summaryOf = (event: Row<HackathonEvent>): HackathonSummaryAnswer => {
  const { id, slug, name, startsAt, endsAt, timezone, location, organizerName, submissionsDueAt, publishedAt } = event;
  return { id, slug, name, startsAt, endsAt, timezone, location, organizerName, submissionsDueAt, publishedAt };
};

/** A published hackathon with its sponsors and projects; of the tools those that the directory lists now. */
export const readHackathon = operation(
  { name: 'hackathon', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function hackathon({ em, parts }: IntakeContext, { slug }: HackathonArgs): Promise<HackathonAnswer> {
    const event = await selectRows(em, HackathonEvent)
      .where('t.slug', '=', slug)
      .where('t.listed', '=', true)
      .executeTakeFirst();
    if (!event) throw noSuchHackathon();
    const sponsors = await selectRows(em, HackathonSponsor)
      .where('t.event_id', '=', event.id)
      .orderBy('t.position')
      .execute();
    const brought = await selectRows(em, HackathonSponsorTool).where('t.event_id', '=', event.id).execute();
    const { tools } = await parts.catalog.read();
    const toolOf = ({ toolId }: Row<HackathonSponsorTool>) => tools.get(publicId('tol', toolId));
    const toolsOf = (position: number) =>
      brought
        .flatMap((one) => (one.position === position ? (toolOf(one) ?? []) : []))
        .map(({ slug: toolSlug, name }) => ({ slug: toolSlug, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const { submissionId, publishedAt } = event;
    const { website, timezone, location, rulesUrl, organizerName, organizerDomain } = event;
    const sponsored = new Set(brought.flatMap((one) => toolOf(one)?.slug ?? []));
    return {
      ...summaryOf(event),
      website,
      timezone,
      location,
      rulesUrl,
      organizerName,
      organizerDomain,
      source:
        submissionId === null ? null : { kind: 'vendor_statement', approvedOn: publishedAt.toISOString().slice(0, 10) },
      projects: await readEntered(em, event, sponsored),
      sponsors: sponsors.map((sponsor) => ({
        name: sponsor.name,
        domain: sponsor.domain,
        tools: toolsOf(sponsor.position),
      })),
    };
  },
);

/** The projects that are entered and published, with what they use of the sponsors' tools: nothing that their owners did not make public. */
async function readEntered(
  em: EntityManager,
  event: Row<HackathonEvent>,
  sponsored: ReadonlySet<string>,
): Promise<HackathonProjectAnswer[]> {
  const entries = await selectRows(em, HackathonEntry)
    .where('t.event_id', '=', event.id)
    .orderBy('t.entered_at', 'desc')
    .orderBy('t.project_id', 'desc')
    .limit(PROJECTS_MAX)
    .execute();
  const entered = entries.map(({ projectId }) => projectId);
  const published = new Map((await findPublishedProjects(em, entered)).map((project) => [project.id, project]));
  return entries.flatMap(({ projectId, enteredAt }) => {
    const project = published.get(projectId);
    if (!project) return [];
    const selections = project.tools.filter((tool) => sponsored.has(tool.slug));
    return [
      {
        slug: project.slug,
        title: project.title,
        enteredAt,
        selections: selections.map(({ slug, name, state, label }) => ({ slug, name, state, label })),
      },
    ];
  });
}

/** The published hackathons, newest first. */
export const listHackathons = operation(
  { name: 'hackathons', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function hackathons(
    { em, platform }: IntakeContext,
    { limit, cursor, open }: HackathonsArgs,
  ): Promise<HackathonList> {
    const events = await selectRows(em, HackathonEvent)
      .where('t.listed', '=', true)
      .where('t.id', '<', idBefore(cursor))
      .$if(open === true, (of) => of.where('t.submissions_due_at', '>', platform.clock.now()))
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = pageOf(events, limit, ({ id }) => id);
    return { items: page.items.map(summaryOf), nextCursor: page.nextCursor };
  },
);

/**
 * Takes the passport of a hackathon down or puts it back: it is then in no list, page or sitemap and no project can be entered. Nothing is
 * deleted: its entries stay, and its slug is not given to another one.
 */
export const setHackathonListed = operation(
  { name: 'setHackathonListed', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function setHackathonListed(
    ctx: IntakeContext,
    { slug, revision, listed, reason }: SetHackathonListedInput,
  ): Promise<ListedPassport> {
    reviewerFor(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.fork().transactional(async (em) => {
      const event = await em.findOne(HackathonEvent, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      if (!event) throw noSuchHackathon();
      if (event.revision !== revision)
        throw new Fault('STALE_REVISION', {
          say: `The passport has revision ${event.revision} by now.`,
          members: { revision: event.revision },
        });
      const { listed: before } = event;
      if (before === listed) return passportOf(event);
      Object.assign(event, { listed, revision: revision + 1 });
      await em.flush();
      await recordAudit(em, at, {
        chain: PLATFORM_CHAIN,
        actor: personOf(ctx),
        action: 'hackathon.list',
        resource: 'hackathon',
        resourceId: publicId('hck', event.id),
        revision: event.revision,
        changes: { listed: [before, listed] },
        reason,
        requestId: ctx.requestId,
      });
      return passportOf(event);
    });
  },
);

const passportOf = ({ slug, name, listed, revision }: Omit<Row<HackathonEvent>, 'submissionId'>): ListedPassport => ({
  slug,
  name,
  listed,
  revision,
});

/** The passport that the approval of a submission published, listed or not; null where it published none. */
export async function findPassport(em: EntityManager, submissionId: string): Promise<ListedPassport | null> {
  const event = await selectRows(em, HackathonEvent).where('t.submission_id', '=', submissionId).executeTakeFirst();
  return event ? passportOf(event) : null;
}

/** Enters a published project of the caller into a hackathon, until projects are due; one that is in it stays as it is. */
export const enterHackathon = operation(
  { name: 'enterHackathon', who: ['session'], writes: true, limit: 'workflow' },
  function enterHackathon(ctx: IntakeContext, args: HackathonEntryArgs): Promise<HackathonEntries> {
    return changeEntry(ctx, args, 'enter');
  },
);

/** Takes a project out of a hackathon; what is not in it stays out. */
export const leaveHackathon = operation(
  { name: 'leaveHackathon', who: ['session'], writes: true, limit: 'workflow' },
  function leaveHackathon(ctx: IntakeContext, args: HackathonEntryArgs): Promise<HackathonEntries> {
    return changeEntry(ctx, args, 'leave');
  },
);

/** Into which hackathons a project of the caller is entered. */
export const readProjectHackathons = operation(
  { name: 'projectHackathons', who: ['session'], limit: 'workflow' },
  async function projectHackathons(
    ctx: IntakeContext,
    { projectId }: ProjectHackathonsArgs,
  ): Promise<HackathonEntries> {
    await requireOwn(ctx, projectId);
    return entriesOf(ctx.em.fork(), projectId);
  },
);

async function changeEntry(
  ctx: IntakeContext,
  { slug, projectId }: HackathonEntryArgs,
  act: 'enter' | 'leave',
): Promise<HackathonEntries> {
  await requireOwn(ctx, projectId);
  const at = ctx.platform.clock.now();
  await ctx.em.transactional(async (em) => {
    const event = await em.findOne(HackathonEvent, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!event || (act === 'enter' && !event.listed)) throw noSuchHackathon();
    if (event.submissionsDueAt <= at)
      throw new Fault('STATE_CONFLICT', { say: 'Projects were due before now: the entries stand as they are.' });
    const entry = await em.findOne(HackathonEntry, { event: event.id, projectId });
    if ((act === 'enter') === (entry !== null)) return;
    if (entry) em.remove(entry);
    else {
      const [published] = await findPublishedProjects(em, [projectId], ownerOf(ctx));
      if (!published) throw new Fault('STATE_CONFLICT', { say: 'Publish the project before it is entered.' });
      em.create(HackathonEntry, { event, projectId, enteredBy: ownerOf(ctx), enteredAt: at });
    }
    await em.flush();
    const entered = publicId('prj', projectId);
    await recordAction(ctx, em, {
      action: `hackathon.${act}`,
      resource: 'hackathon',
      resourceId: publicId('hck', event.id),
      revision: 1,
      changes: { projectId: act === 'enter' ? [null, entered] : [entered, null] },
    });
  });
  return entriesOf(ctx.em.fork(), projectId);
}

/** Refuses a project that is not the caller's. */
async function requireOwn(ctx: IntakeContext, projectId: string): Promise<void> {
  if (!(await ownsProject(ctx.em.fork(), ownerOf(ctx), projectId)))
    throw new Fault('NOT_FOUND', { say: 'You have no such project.' });
}

async function entriesOf(em: EntityManager, projectId: string): Promise<HackathonEntries> {
  const entries = await em
    .getKysely<{
      readonly hackathon_entry: TableOf<HackathonEntry>;
      readonly hackathon_event: TableOf<HackathonEvent>;
    }>()
    .selectFrom('hackathon_entry as n')
    .innerJoin('hackathon_event as e', 'e.id', 'n.event_id')
    .where('n.project_id', '=', projectId)
    .where('e.listed', '=', true)
    .orderBy('n.entered_at', 'desc')
    .select([columnsOf(em, HackathonEvent, 'e'), 'n.entered_at as enteredAt'])
    .$castTo<Row<HackathonEvent> & { readonly enteredAt: Date }>()
    .execute();
  return {
    projectId,
    total: entries.length,
    entries: entries.map(({ enteredAt, ...event }) => ({ hackathon: summaryOf(event), enteredAt })),
  };
}
