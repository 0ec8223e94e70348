import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf, recordAction } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { findPublishedProjects, ownsProject } from '../../projects/index.js';
import type { HackathonEntries, HackathonEntryArgs, ProjectHackathonsArgs } from '../hackathon.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { HackathonEntry, HackathonEvent } from '../passport.entity.js';
import { noSuchHackathon, summaryOf } from './hackathon.read.js';

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
