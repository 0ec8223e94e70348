import type { CatalogSnapshot } from '../../directory/index.js';
import { toolsOf } from '../briefs/index.js';
import type { SavedPlan } from '../plans/index.js';
import { digestOf, firstEvent, TRACKING_KEY_VARIABLE, TRACKING_RULES, trackingEndpoints } from '../stacks/index.js';
import { authorizationsFor } from './authorization.rules.js';
import type { BuildPacket } from './packet.types.js';
import { checksFor } from './packet-checks.rules.js';

const HOUR_MS = 3_600_000;
const LIVES_HOURS = 24;

/**
 * The packet of a saved plan: what was saved, without perks that are not live any more. Nothing in it depends on the moment within an
 * UTC hour, so that an agent that asks again gets the same packet.
 */
export function composePacket(
  { id, brief }: Pick<SavedPlan, 'id' | 'brief'>,
  { snapshot, now, baseUrl }: { snapshot: CatalogSnapshot; now: Date; baseUrl: string },
): BuildPacket {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const endpoints = trackingEndpoints(baseUrl);
  const perks = brief.perks.filter(({ id: offerId }) => isLive(offerId, snapshot, hour));
  const gone = brief.perks.filter((perk) => !perks.includes(perk));
  const content = {
    planId: id,
    goal: brief.goal,
    tools: brief.stack.map(({ capability, tool: { slug, name, install, docs, interfaces, licence } }) => ({
      slug,
      name,
      capability,
      install,
      docs,
      interfaces,
      licence: licence ?? null, // a plan that was saved before tools had one says nothing of it
    })),
    perks: perks.map(({ id: offerId, title, claim, rules }) => ({ id: offerId, title, claim, rules })),
    environment: [
      ...toolsOf(brief.stack).flatMap(({ tool }) => tool.environment.map((name) => ({ name, tool: tool.slug }))),
      { name: TRACKING_KEY_VARIABLE, tool: null },
    ],
    tracking: {
      endpoint: endpoints.endpoint,
      dryRunEndpoint: endpoints.dryRunEndpoint,
      keyVariable: TRACKING_KEY_VARIABLE,
      firstEvent: firstEvent(),
      rules: [...TRACKING_RULES],
    },
    steps: brief.steps,
    checks: checksFor(brief.stack, endpoints),
    needsAuthorization: authorizationsFor(brief.stack),
    notices: [
      'Commands and addresses come from the catalog’s sources: look at them before you run or open them.',
      ...gone.map(({ title }) => `The offer "${title}" was in the plan and is not live any more.`),
      ...brief.gaps.map(({ capability }) => `The plan has no tool for ${capability}.`),
    ],
  };
  const digest = digestOf(content);
  return {
    packetId: `pkt.${digest.slice('sha256:'.length, 'sha256:'.length + 32)}`,
    digest,
    ...content,
    expiresAt: new Date(hour.getTime() + LIVES_HOURS * HOUR_MS),
  };
}

function isLive(offerId: string, { offers }: CatalogSnapshot, at: Date): boolean {
  const offer = offers.get(offerId);
  return offer !== undefined && (offer.endsAt === null || offer.endsAt > at);
}
