import { v7 } from 'uuid';

/** Type prefixes of the ids that callers see (decisions §2). Inside the database they are bare UUIDs. */
export type IdPrefix =
  | 'evt'
  | 'org'
  | 'prd'
  | 'usr'
  | 'key'
  | 'tok'
  | 'aud'
  | 'inv'
  | 'vrd'
  | 'imp'
  | 'tol'
  | 'ofr'
  | 'clm'
  | 'lnk'
  | 'pln';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new UUIDv7, bare: ids are made in the application so that the schema can be distributed (scale S7). */
export const newUuid = (): string => v7();

/** The public form of a UUID. */
export const publicId = (prefix: IdPrefix, uuid: string): string => `${prefix}_${uuid}`;

/** The UUID behind a public id, or null when the id is malformed or of another type; a malformed id never reaches PostgreSQL. */
export function uuidOf(prefix: IdPrefix, id: string): string | null {
  if (!id.startsWith(`${prefix}_`)) return null;
  const uuid = id.slice(prefix.length + 1);
  return UUID.test(uuid) ? uuid : null;
}
