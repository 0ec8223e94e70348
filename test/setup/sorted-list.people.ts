import type { TestApp } from './app.js';
import { query } from './database.js';
import { makeCompany, makePerson } from './people.js';
import { type Item, idOf, type ListOwner, nameOf, rowsOf, timeOf } from './sorted-list.js';

export const text = (item: Item, name: string): string => String(item[name]);
export const printed = (name: string) => (item: Item) => text(item, name);
export const lowered = (name: string) => (item: Item) => text(item, name).toLowerCase();

/** Someone whose private list it is, by their bare id. */
export interface PersonOwner extends ListOwner {
  readonly person: string;
}

/** Two people without a row. */
export async function openPeople(app: TestApp): Promise<{ owner: PersonOwner; other: PersonOwner }> {
  const open = async (): Promise<PersonOwner> => {
    const { id, cookie } = await makePerson(app);
    return { caller: { cookie }, variables: {}, person: id.slice(4) };
  };
  return { owner: await open(), other: await open() };
}

/** Two companies, each asked by its owner. */
export async function openCompanies(app: TestApp): Promise<{ owner: PersonOwner; other: PersonOwner }> {
  const open = async (): Promise<PersonOwner> => {
    const { owner, organizationId } = await makeCompany(app);
    return { caller: { cookie: owner.cookie }, variables: { organizationId }, person: owner.id.slice(4) };
  };
  return { owner: await open(), other: await open() };
}

/** In a statement of `insertRows`: one row of the list each, with its id, its name, its time and its number. */
export const ROWS = 'unnest($1::uuid[], $3::text[], $4::timestamptz[]) with ordinality as row(id, name, at, number)';

/** Runs a statement that inserts the rows `from` to `to`; $2 is the bare id of their owner. */
export async function insertRows(
  app: TestApp,
  owner: string,
  from: number,
  to: number,
  statement: string,
): Promise<void> {
  const rows = rowsOf(from, to);
  await query(app.databaseUrl, statement, [
    rows.map((row) => idOf(row, owner)),
    owner,
    rows.map(nameOf),
    rows.map((row) => timeOf((row * 7) % 31)),
  ]);
}
