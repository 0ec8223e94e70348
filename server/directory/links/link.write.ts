import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../../platform/ids.js';
import { TrackedLink } from '../link.entity.js';
import type { LinkKind } from '../vocabulary.types.js';

/** Where a tracked link of a tool or an offer leads; a null address switches the link off and keeps what it counted. */
export interface LinkTarget {
  readonly owner: 'tool' | 'offer';
  /** Bare UUID of the tool or offer. */
  readonly ownerId: string;
  readonly kind: LinkKind;
  readonly url: string | null;
}

/** The unique index of each owner's links. */
const ONE_OF_A_KIND = {
  tool: '(tool_id, kind) where tool_id is not null',
  offer: '(offer_id, kind) where offer_id is not null',
} as const;

const ownedBy = ({ owner, ownerId }: LinkTarget) => (owner === 'tool' ? { tool: ownerId } : { offerId: ownerId });

/** Brings the tracked links of tools or offers up to date inside the caller's transaction; a link keeps its id when its address changes. */
export async function writeLinks(em: EntityManager, at: Date, targets: readonly LinkTarget[]): Promise<void> {
  for (const owner of ['tool', 'offer'] as const) {
    const own = targets.filter((target) => target.owner === owner);
    const live = own.flatMap(({ url, ...target }) => (url === null ? [] : [{ ...target, url }]));
    const gone = own.filter(({ url }) => url === null);
    if (live.length)
      await em
        .qb(TrackedLink)
        .insert(
          live.map((link) => ({
            id: newUuid(),
            ...ownedBy(link),
            kind: link.kind,
            url: link.url,
            active: true,
            createdAt: at,
          })),
        )
        .onConflict(raw(ONE_OF_A_KIND[owner]))
        .merge(['url', 'active'])
        .execute();
    if (gone.length)
      await em.nativeUpdate(
        TrackedLink,
        { $or: gone.map((link) => ({ ...ownedBy(link), kind: link.kind })) },
        { active: false },
      );
  }
}
