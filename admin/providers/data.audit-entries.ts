import type { Methods } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, findBy, listBy } from './records.js';
import { ask } from './request.js';

/** An entry with the name of who acted, where the reader may know it. */
export type NamedEntry = schema.AuditEntry & { readonly actorName: string | null };

const kindOf = (text: string | undefined) => Object.values(schema.AuditActorKind).find((kind) => kind === text);

const listEntries = listBy(
  schema.ListAuditEntries,
  (question) => ({
    ...askedOf(question),
    organizationId: question.scope.organizationId,
    action: question.filter.action,
    actorKind: kindOf(question.filter.actor),
  }),
  ({ auditEntries: { items, actors, nextCursor } }) => {
    const names = new Map(actors.map(({ id, name }) => [id, name]));
    return { items: items.map((entry) => ({ ...entry, actorName: names.get(entry.actor) ?? null })), nextCursor };
  },
);

/** The acts in an organization, or in the platform's name, entry by entry. */
export const auditRecords: Record<string, Methods> = {
  'audit-entries': { getList: listEntries, getOne: findBy(listEntries) },
};

/** Recomputes the chain of an organization's log, or of the platform's, and answers whether it holds. */
export const auditDecisions = {
  verifyAuditChain: async (organizationId: string | undefined) =>
    (await ask(schema.VerifyAuditChain, { organizationId })).auditChain,
};
