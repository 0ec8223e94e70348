import type { NamedEntry } from '../providers/data.audit-entries.js';

/** The actor of an entry: by name where the reader may know it, and else by the id. */
export const Actor = ({ entry: { actor, actorName } }: { entry: NamedEntry }) =>
  actorName ? <span title={actor}>{actorName}</span> : <code title={actor}>{actor}</code>;
