import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../../platform/ids.js';
import type { LinkKind } from '../vocabulary.types.js';

/** Where a tracked link of a tool or an offer leads; a null address switches the link off and keeps what it counted. */
export interface LinkTarget {
  readonly owner: 'tool' | 'offer';
  /** Bare UUID of the tool or offer. */
  readonly ownerId: string;
  readonly kind: LinkKind;
  readonly url: string | null;
}

/** Brings the tracked links of tools or offers up to date inside the caller's transaction; a link keeps its id when its address changes. */
export async function writeLinks(em: EntityManager, at: Date, targets: readonly LinkTarget[]): Promise<void> {
  for (const owner of ['tool', 'offer'] as const) {
    const own = targets.filter((target) => target.owner === owner);
    const live = own.flatMap(({ ownerId, kind, url }) => (url === null ? [] : [{ id: newUuid(), ownerId, kind, url }]));
    const gone = own.flatMap(({ ownerId, kind, url }) => (url === null ? [{ ownerId, kind }] : []));
    if (live.length)
      await em.execute(
        `insert into tracked_link (id, ${owner}_id, kind, url, created_at)
         select r.id, r."ownerId", r.kind, r.url, ? from json_to_recordset(?::json) as r(id uuid, "ownerId" uuid, kind text, url text)
         on conflict (${owner}_id, kind) where ${owner}_id is not null do update set url = excluded.url, active = true`,
        [at, JSON.stringify(live)],
      );
    if (gone.length)
      await em.execute(
        `update tracked_link set active = false from json_to_recordset(?::json) as r("ownerId" uuid, kind text)
         where tracked_link.${owner}_id = r."ownerId" and tracked_link.kind = r.kind`,
        [JSON.stringify(gone)],
      );
  }
}
