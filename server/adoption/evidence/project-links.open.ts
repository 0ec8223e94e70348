import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_LINK } from '../../directory/index.js';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { Fault } from '../../platform/fault.js';
import { openSharedQueue } from '../../platform/shared-queue.js';
import type { LinksProject } from '../../tracking/index.js';

/** At most this many pairs go into one statement; more would only lengthen the answer of each. */
const PAIRS_MAX = 500;
/** Beyond an organization's share of these, its events are refused with 503, as the queue of flushes refuses them. */
const WAITING_MAX = 20_000;

interface Pair {
  readonly name: string;
  readonly organizationId: string;
  readonly productUuid: string;
  readonly projectUuid: string;
  readonly answer: PromiseWithResolvers<boolean>;
}

/**
 * Answers whether events of a product count toward a project, as flushes are gathered: a question that arrives while a statement is under
 * way is part of the next one, and equal questions share an answer, so that a process has one small statement under way however many
 * events name a project. Organizations take turns and have a share each: many questions of one delay no other's. Nothing is remembered: an
 * archived project, a withdrawn link or a lost domain stops counting with the next event on every replica, and a project that was just
 * published counts at once. (A remembered no would leave events of a new project unlinked for good; a remembered yes would only spare the
 * warning, since what counts as evidence is read again with the evidence.)
 */
export function openProjectLinks(em: () => EntityManager): LinksProject {
  const waiting = new Map<string, Pair>();
  const queue = openSharedQueue<Pair>({
    max: { rows: WAITING_MAX, bytes: Number.POSITIVE_INFINITY },
    organizationOf: ({ organizationId }) => organizationId,
    bytesOf: () => 0,
  });
  let running = false;

  async function drain(): Promise<void> {
    while (queue.rows > 0) {
      const group = queue.take(PAIRS_MAX);
      for (const { name } of group) waiting.delete(name);
      try {
        const linked = await readLinked(em(), group);
        for (const [index, { answer }] of group.entries()) answer.resolve(linked.has(index));
      } catch (error) {
        for (const { answer } of group) answer.reject(error);
      }
    }
    running = false;
  }

  return ({ organizationId, productUuid }, projectUuid) => {
    const name = `${organizationId} ${productUuid} ${projectUuid}`;
    const equal = waiting.get(name);
    if (equal) return equal.answer.promise;
    if (!queue.hasSpace(organizationId, 0))
      return Promise.reject(
        new Fault('UNAVAILABLE', {
          say: 'Too many events of this organization are waiting. Send this one again with the same key.',
          retryAfterS: 1,
        }),
      );
    const pair = { name, organizationId, productUuid, projectUuid, answer: Promise.withResolvers<boolean>() };
    waiting.set(name, pair);
    queue.add(pair);
    if (!running) {
      running = true;
      setImmediate(() => void drain()); // after everything that this turn of the event loop brings: a batch asks once
    }
    return pair.answer.promise;
  };
}

export const LINKED = new BareStatement(
  { n: 'integer' },
  `select distinct a.n from json_to_recordset(?::json) as a (n integer, o uuid, p uuid, j uuid)
     join (${LIVE_LINK}) on x.organization_id = a.o and x.product_uuid = a.p and x.unlinked_at is null
     join project r on r.id = a.j and r.status = 'PUBLISHED'
       and r.published_content->'tools' @> jsonb_build_array(jsonb_build_object('toolId', 'tol_' || x.tool_id))`,
);

/** The places of the pairs that count: the same statement and the same way through it, whether there is such a project or not. */
async function readLinked(em: EntityManager, pairs: readonly Pair[]): Promise<Set<number>> {
  const wanted = pairs.map(({ organizationId: o, productUuid: p, projectUuid: j }, n) => ({ n, o, p, j }));
  const rows = await em.execute<RowOf<typeof LINKED>[]>(LINKED.text, [JSON.stringify(wanted)]);
  return new Set(rows.map(({ n }) => n));
}
