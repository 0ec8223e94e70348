import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf, recordAction } from '../../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
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
import { HackathonEntry, HackathonEvent, HackathonSponsorTool } from '../passport.entity.js';

const PROJECTS_MAX = 200;

export const noSuchHackathon = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such hackathon.' });

/** A hackathon as lists show it. */
export const summaryOf = (event: HackathonEvent): HackathonSummaryAnswer => {
  const { id, slug, name, startsAt, endsAt, submissionsDueAt, publishedAt } = event;
  return { id, slug, name, startsAt, endsAt, submissionsDueAt, publishedAt };
};

/** A published hackathon with its sponsors and projects; of the tools those that the directory lists now. */
export const readHackathon = operation(
  { name: 'hackathon', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function hackathon({ em, parts }: IntakeContext, { slug }: HackathonArgs): Promise<HackathonAnswer> {
    const event = await em.findOne(
      HackathonEvent,
      { slug, listed: true },
      { populate: ['sponsors'], disableIdentityMap: true },
    );
    if (!event) throw noSuchHackathon();
    const brought = await em.find(HackathonSponsorTool, { event: event.id }, { disableIdentityMap: true });
    const { tools } = await parts.catalog.read();
    const toolsOf = (position: number) =>
      brought
        .flatMap((one) => (one.position === position ? (tools.get(publicId('tol', one.tool.id)) ?? []) : []))
        .map(({ slug: toolSlug, name }) => ({ slug: toolSlug, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const { submission, publishedAt } = event;
    const { website, timezone, location, rulesUrl, organizerName, organizerDomain } = event;
    const sponsored = new Set(brought.flatMap(({ tool }) => tools.get(publicId('tol', tool.id))?.slug ?? []));
    return {
      ...summaryOf(event),
      website,
      timezone,
      location,
      rulesUrl,
      organizerName,
      organizerDomain,
      source: submission && { kind: 'vendor_statement', approvedOn: publishedAt.toISOString().slice(0, 10) },
      projects: await readEntered(em, event, sponsored),
      sponsors: event.sponsors.map((sponsor) => ({
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
  event: HackathonEvent,
  sponsored: ReadonlySet<string>,
): Promise<HackathonProjectAnswer[]> {
  const entries = await em.find(
    HackathonEntry,
    { event: event.id },
    { orderBy: { enteredAt: 'desc', projectId: 'desc' }, limit: PROJECTS_MAX, disableIdentityMap: true },
  );
  const uuids = entries.flatMap(({ projectId }) => uuidOf('prj', projectId) ?? []);
  const published = new Map(
    (await findPublishedProjects(em, uuids)).map((project) => [publicId('prj', project.id), project]),
  );
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
    const events = await em.find(
      HackathonEvent,
      {
        listed: true,
        id: { $lt: publicId('hck', idBefore(cursor)) },
        ...(open ? { submissionsDueAt: { $gt: platform.clock.now() } } : {}),
      },
      { orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
    );
    const page = pageOf(events, limit, ({ id }) => uuidOf('hck', id) ?? '');
    return { items: page.items.map(summaryOf), nextCursor: page.nextCursor };
  },
);

/**
 * Takes the passport of a hackathon down or puts it back: it is then in no list, page or sitemap and no project can be entered. Nothing is
 * deleted: its entries stay, and its slug is not given to another one.
 */
export const setHackathonListed = operation(
  { name: 'setHackathonListed', who: ['session'], writes: true, limit: 'workflow' },
  async function setHackathonListed(
    ctx: IntakeContext,
    { slug, revision, listed, reason }: SetHackathonListedInput,
  ): Promise<ListedPassport> {
    const actor = reviewerFor(ctx);
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
        actor,
        action: 'hackathon.list',
        resource: 'hackathon',
        resourceId: event.id,
        revision: event.revision,
        changes: { listed: [before, listed] },
        reason,
        requestId: ctx.requestId,
      });
      return passportOf(event);
    });
  },
);

const passportOf = ({ slug, name, listed, revision }: HackathonEvent): ListedPassport => ({
  slug,
  name,
  listed,
  revision,
});

/** The passport that the approval of a submission published, listed or not; null where it published none. */
export async function findPassport(em: EntityManager, submissionId: string): Promise<ListedPassport | null> {
  const event = await em.findOne(HackathonEvent, { submission: submissionId }, { disableIdentityMap: true });
  return event && passportOf(event);
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
  const projectUuid = await requireOwn(ctx, projectId);
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
      const [published] = await findPublishedProjects(em, [projectUuid], ownerOf(ctx));
      if (!published) throw new Fault('STATE_CONFLICT', { say: 'Publish the project before it is entered.' });
      em.create(HackathonEntry, { event, projectId, enteredBy: personOf(ctx), enteredAt: at });
    }
    await em.flush();
    await recordAction(ctx, em, {
      action: `hackathon.${act}`,
      resource: 'hackathon',
      resourceId: event.id,
      revision: 1,
      changes: { projectId: act === 'enter' ? [null, projectId] : [projectId, null] },
    });
  });
  return entriesOf(ctx.em.fork(), projectId);
}

/** The bare UUID of a project of the caller. */
async function requireOwn(ctx: IntakeContext, projectId: string): Promise<string> {
  const uuid = uuidOf('prj', projectId);
  if (uuid === null || !(await ownsProject(ctx.em.fork(), ownerOf(ctx), uuid)))
    throw new Fault('NOT_FOUND', { say: 'You have no such project.' });
  return uuid;
}

async function entriesOf(em: EntityManager, projectId: string): Promise<HackathonEntries> {
  const entries = await em.find(
    HackathonEntry,
    { projectId, event: { listed: true } },
    { populate: ['event'], orderBy: { enteredAt: 'desc' }, disableIdentityMap: true },
  );
  return {
    projectId,
    total: entries.length,
    entries: entries.map(({ event, enteredAt }) => ({ hackathon: summaryOf(event.unwrap()), enteredAt })),
  };
}
