import { Fault } from '../../platform/fault.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { HackathonAnswer, HackathonArgs } from '../hackathon.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { HackathonEvent, HackathonSponsorTool } from '../passport.entity.js';

/** A published hackathon with its sponsors; of their tools those that the directory lists now. */
export const readHackathon = operation(
  { name: 'hackathon', who: ANY_KIND, limit: 'public-read' },
  async ({ em, parts }: IntakeContext, { slug }: HackathonArgs): Promise<HackathonAnswer> => {
    const event = await em.findOne(HackathonEvent, { slug }, { populate: ['sponsors'], disableIdentityMap: true });
    if (!event) throw new Fault('NOT_FOUND', { say: 'There is no such hackathon.' });
    const brought = await em.find(HackathonSponsorTool, { event: event.id }, { disableIdentityMap: true });
    const { tools } = await parts.catalog.read();
    const toolsOf = (position: number) =>
      brought
        .flatMap((one) => (one.position === position ? (tools.get(one.tool.id) ?? []) : []))
        .map(({ slug: toolSlug, name }) => ({ slug: toolSlug, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const { id, name, website, startsAt, endsAt, timezone, location, rulesUrl, submissionsDueAt } = event;
    const { organizerName, organizerDomain, publishedAt } = event;
    return {
      id,
      slug,
      name,
      website,
      startsAt,
      endsAt,
      timezone,
      location,
      rulesUrl,
      submissionsDueAt,
      organizerName,
      organizerDomain,
      publishedAt,
      sponsors: event.sponsors.map((sponsor) => ({
        name: sponsor.name,
        domain: sponsor.domain,
        tools: toolsOf(sponsor.position),
      })),
    };
  },
);
