/**
 * Options of a relation over several columns that properties of their own write: it is joined and populated, never written, since MikroORM
 * binds a composite key as it is shown, `prd_…`, to columns of bare UUIDs. Conditions name those properties, or members of the related row.
 */
export const joinedOn = (...joinColumns: string[]) => ({
  ref: true as const,
  joinColumns,
  ownColumns: [],
  insertable: false,
  updatable: false,
  onCreate: () => undefined, // a row is made without it
  updateRule: 'no action',
});
