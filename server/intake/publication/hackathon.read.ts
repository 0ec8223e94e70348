import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { findPublishedProjects } from '../../projects/index.js';
import type {
  HackathonAnswer,
  HackathonArgs,
  HackathonProjectAnswer,
  HackathonSummaryAnswer,
} from '../hackathon.types.js';
import type { IntakeContext } from '../intake-context.types.js';
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
        .flatMap((one) => (one.position === position ? (tools.get(one.tool.id) ?? []) : []))
        .map(({ slug: toolSlug, name }) => ({ slug: toolSlug, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const { submission, publishedAt } = event;
    const { website, timezone, location, rulesUrl, organizerName, organizerDomain } = event;
    const sponsored = new Set(brought.flatMap(({ tool }) => tools.get(tool.id)?.slug ?? []));
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
