import { publicId, readId } from '../ids.js';

/** One hash chain of the audit log: a sequence of entries with a head of its own, so that no tenant waits for another's commit. */
export interface AuditChain {
  /** The key of the rows: the organization's or the person's bare id, zeros for the platform. */
  readonly id: string;
  /** The name that people and exports use, and that its entries' hashes cover: `org_…`, `usr_…` or `platform`. */
  readonly name: string;
}

const PLATFORM_ID = '00000000-0000-0000-0000-000000000000';

/** Holds acts in the platform's name: by operators, and by reviewers to the catalog or to another user's things. */
export const PLATFORM_CHAIN: AuditChain = { id: PLATFORM_ID, name: 'platform' };

/** Holds acts on an organization and its records; takes its bare id. */
export const organizationChain = (organizationId: string): AuditChain => chainOf('org', organizationId);

/** Holds acts of a person, or of a token of theirs, on records that are theirs alone; takes the person's bare id. */
export const personChain = (userId: string): AuditChain => chainOf('usr', userId);

/** The chain of a name, or null for what names none. */
export function chainCalled(name: string): AuditChain | null {
  const id = name === PLATFORM_CHAIN.name ? PLATFORM_ID : (readId('org', name) ?? readId('usr', name));
  return id === null ? null : { id, name };
}

/**
 * True of a chain that belongs to no organization: people sign in and reviewers decide wherever their chain lies, so its entries may wait for a
 * node. The acts of an organization need the node that holds the rest of it anyway.
 */
export const mayWait = ({ name }: AuditChain): boolean => !name.startsWith('org_');

/** The chain that rows under this id with this name belong to, or null when the two don't fit together. */
export function chainNamed(name: string, id: string): AuditChain | null {
  const known = name === PLATFORM_CHAIN.name ? PLATFORM_ID : (readId('org', name) ?? readId('usr', name));
  return known === id ? { id, name } : null;
}

/** The chain of entries that were written before their names stood in them: only organizations and the platform had one. */
export const unnamedChain = (id: string): AuditChain => (id === PLATFORM_ID ? PLATFORM_CHAIN : chainOf('org', id));

function chainOf(prefix: 'org' | 'usr', id: string): AuditChain {
  const name = publicId(prefix, id);
  if (readId(prefix, name) === null) throw new Error(`no audit chain belongs to "${id}"`);
  return { id, name };
}
