/**
 * A record's place, `<organizationId>/<own id>`, is its id in the browser: two organizations may use the same product
 * id, and one's cached record must never stand in for the other's.
 */
export const placeOf = (organizationId: string, ownId: string): string => `${organizationId}/${ownId}`;

/** Reads a place back; neither part can hold a slash, so the first one separates them. */
export function readPlace(place: string | number): { organizationId: string; ownId: string } {
  const [organizationId = '', ownId = ''] = String(place).split('/');
  return { organizationId, ownId };
}
