import { Fault } from '../fault.js';

interface EntryLimit {
  readonly max: number;
  /** The bound in words, and how to make room: nothing is removed automatically. */
  readonly say: string;
}

/** How many entries of a kind a person or an organization may have; docs/operations.md has the same table. */
export const entryLimits = {
  organizations: {
    max: 20,
    say: 'A person can own at most 20 organizations. Make another member the owner of one first.',
  },
  plans: { max: 500, say: 'A person can have at most 500 saved plans. Delete one first.' },
  skills: { max: 500, say: 'A person can have at most 500 imported skills. Delete one first.' },
  tokens: { max: 50, say: 'A person can have at most 50 live workflow tokens. Revoke one first.' },
  projects: { max: 500, say: 'A person can have at most 500 projects. Archive one first.' },
  connections: { max: 200, say: 'A person can have at most 200 connected tools.' },
  ownViews: { max: 50, say: 'A person can have at most 50 saved views in an organization. Delete one first.' },
  months: { max: 24, say: 'A person can have at most 24 months of one provider and currency. Remove one first.' },
  accounts: { max: 5_000, say: 'An organization can declare at most 5,000 customer accounts.' },
  products: { max: 200, say: 'An organization can have at most 200 products.' },
  ignoredEvents: {
    max: 100,
    say: 'A product can have at most 100 event names switched off. Switch one on first, or ignore the product.',
  },
  enterpriseKeys: {
    max: 100,
    say: 'An organization can have at most 100 live agent keys. Revoke one before you create another.',
  },
  webhooks: { max: 200, say: 'An organization can have at most 200 webhooks. Delete one first.' },
  sharedViews: { max: 50, say: 'An organization can have at most 50 shared views. Delete one first.' },
  invitations: {
    max: 1_000,
    say: 'An organization can have at most 1,000 open invitations. Revoke one first, or wait until one expires.',
  },
} as const satisfies Record<string, EntryLimit>;

/**
 * Throws ENTRY_LIMIT when a kind has more entries than its bound. To be called with a count that includes the new entry and was read in its
 * transaction under a lock of the owner, be it the owner's row or the head of the owner's audit chain: of two creates at once the second then
 * counts the first.
 */
export function refuseBeyond(kind: keyof typeof entryLimits, count: number): void {
  const { max, say }: EntryLimit = entryLimits[kind];
  if (count > max) throw new Fault('ENTRY_LIMIT', { say, members: { limit: max } });
}
