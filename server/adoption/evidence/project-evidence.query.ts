import type { EntityManager } from '@mikro-orm/postgresql';
import { VERIFIED_LINK } from '../../directory/index.js';
import { BareStatement, NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { publicId, readId } from '../../platform/ids.js';
import { publishedToolIds } from '../../projects/index.js';
import { failedToolCall, mayActivate, mayRetain } from '../../tracking/index.js';
import { mapFamily } from '../family.map.js';
import { RETAINED_AFTER_HOURS } from '../rollup.rules.js';
import { OF_ORGANIZATION } from './evidence.query.js';
import { type Evidence, type EvidenceEvent, evidenceOf } from './project-evidence.rules.js';

/** How far a project's use of one of its tools (`tol_…`) is proven. */
export interface ToolProof extends Evidence {
  readonly toolId: string;
}

/**
 * The proof of each tool of a project, in the order in which they are asked for. All is read as it stands now: the project is published
 * and lists the tool, the product is linked to it, and its organization's domain is verified; whatever is not leaves the tool
 * self-reported. Tools are named as the project's content has them (`tol_…`); of a malformed one nothing is proven. Cites event ids: for the
 * project's owner alone.
 */
export async function readToolProofs(
  em: EntityManager,
  projectId: string,
  toolIds: readonly string[],
): Promise<ToolProof[]> {
  const listed = await readListed(em, projectId, toolIds);
  const events = listed.length === 0 ? [] : await readDeciding(em, projectId, listed);
  return toolIds.map((toolId) => ({
    toolId,
    ...evidenceOf(events.filter(({ tool }) => tool === readId('tol', toolId)).map(eventOf)),
  }));
}

/** Those of the tools that the published project lists, as bare UUIDs. */
async function readListed(em: EntityManager, projectId: string, toolIds: readonly string[]): Promise<string[]> {
  const published = await publishedToolIds(em, projectId);
  return toolIds
    .filter((toolId) => published.has(toolId))
    .map((toolId) => readId('tol', toolId))
    .filter((tool) => tool !== null);
}

const AT = 'coalesce(e.occurred_at, e.received_at)';
/** One family of one product's events under one label, earliest first: a walk along the index from its first fitting entry. */
const EARLIEST = `select e.id, e.event_name as name, e.event_family as family, e.occurred_at as occurred, e.received_at as received, e.source,
    e.data_label as label, e.vendor_own_domain as own, ${AT} as at
  from tracking_event e where e.project_id = :project and e.${OF_ORGANIZATION} and e.product_uuid = l.product
    and e.source = 'api' and not e.vendor_own_domain and e.event_name <> '${failedToolCall}'`;
const FIRST = `order by ${AT}, e.id limit 1`;
const LINKS = 'jsonb_to_recordset(:links::jsonb) as l (tool uuid, product uuid)';
const EVENT = {
  tool: 'uuid',
  id: 'uuid',
  name: 'text',
  family: 'text',
  occurred: 'timestamp with time zone',
  received: 'timestamp with time zone',
  source: 'text',
  label: 'text',
  own: 'boolean',
  at: 'timestamp with time zone',
} as const;

/** The products that are linked to tools of a JSON list. */
export const PRODUCTS = new BareStatement(
  { tool: 'uuid', organization: 'uuid', product: 'uuid' },
  `select x.tool_id as tool, x.organization_id as organization, x.product_uuid as product from ${VERIFIED_LINK}
   where x.tool_id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) and x.unlinked_at is null`,
);

/** Finds the first activation of every tool and label among the events of an organization's products. */
export const ACTIVATIONS = new NamedStatement(
  EVENT,
  `select distinct on (l.tool, found.label) l.tool, found.* from ${LINKS} cross join unnest(array['first-party', 'sample']) as wanted (label)
     cross join lateral (${EARLIEST} and e.data_label = wanted.label and e.event_family = 'activation' ${FIRST}) found
   order by l.tool, found.label, found.at, found.id`,
);

/** Finds the first event of use of every tool, label and family that is late enough for a return, among the events of an organization's products. */
export const USES = new NamedStatement(
  EVENT,
  `select distinct on (l.tool, found.label, found.family) l.tool, found.*
   from jsonb_to_recordset(:returns::jsonb) as r (tool uuid, label text, since timestamptz) join ${LINKS} on l.tool = r.tool
     cross join unnest(array['activation', 'retention']) as wanted (family)
     cross join lateral (${EARLIEST} and e.data_label = r.label and e.event_family = wanted.family
       and e.occurred_at is not null and ${AT} >= r.since ${FIRST}) found
   order by l.tool, found.label, found.family, found.at, found.id`,
);
type Deciding = RowOf<typeof ACTIVATIONS>;

const HOUR_MS = 60 * 60 * 1000;

/**
 * The few events on which the rule decides, however many there are: of every tool and label the first activation, and of each family the
 * first event of use since it could be a return. That the rule says the same of these as of all is tested. Several organizations may be
 * linked to a tool: each is asked by itself, and the earliest activation of them all is the one that a return is a return from.
 */
async function readDeciding(em: EntityManager, project: string, tools: readonly string[]): Promise<Deciding[]> {
  const products = await em.execute<RowOf<typeof PRODUCTS>[]>(PRODUCTS.text, [JSON.stringify(tools)]);
  const questions = [...Map.groupBy(products, ({ organization }) => organization)].map(([organization, linked]) => ({
    project,
    organization,
    links: JSON.stringify(linked.map(({ tool, product }) => ({ tool, product }))),
  }));
  const activations: Deciding[] = [];
  for (const values of questions)
    activations.push(
      ...(await em.execute<RowOf<typeof ACTIVATIONS>[]>(ACTIVATIONS.text, ACTIVATIONS.valuesOf(values))),
    );
  if (activations.length === 0) return [];
  const returns = JSON.stringify(
    [...Map.groupBy(activations, ({ tool, label }) => `${tool} ${label}`).values()].map(returnsFrom),
  );
  const uses: Deciding[] = [];
  for (const values of questions)
    uses.push(...(await em.execute<RowOf<typeof USES>[]>(USES.text, USES.valuesOf({ ...values, returns }))));
  return [...activations, ...uses];
}

/** Since when an event is a return, if these are the activations of one tool under one label. */
function returnsFrom(activations: readonly Deciding[]): { tool?: string; label?: string; since: Date } {
  const [one] = activations;
  const first = Math.min(...activations.map(({ at }) => new Date(at).getTime()));
  return { tool: one?.tool, label: one?.label, since: new Date(first + RETAINED_AFTER_HOURS * HOUR_MS) };
}

const eventOf = ({ id, name, family: text, occurred, received, source, label, own }: Deciding): EvidenceEvent => {
  const family = mapFamily(text);
  return {
    eventId: publicId('evt', id),
    activates: mayActivate(name, family),
    returns: mayRetain(name, family),
    occurredAt: occurred === null ? null : new Date(occurred),
    receivedAt: new Date(received),
    source,
    label,
    vendorOwnDomain: own,
  };
};
