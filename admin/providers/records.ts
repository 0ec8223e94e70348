import type { GetListParams, GetListResult, GetOneParams, GetOneResult, SortPayload } from 'react-admin';
import { type CursorPage, readPage } from './cursors.js';
import type { EligibilityFactsInput, TypedDocumentString } from './generated/operations.js';
import { Refusal } from './problem.js';
import { ask } from './request.js';

/** The filters of a list: texts as they stand in the address, by the names of the resource's filters. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/** The owner of the requested records, where the address names one (components/useScope). */
export type Scope = {
  readonly organizationId?: string;
  readonly importId?: string;
  readonly webhookId?: string;
  readonly productId?: string;
  readonly month?: string;
  /** Facts about a company, to judge offers by; they never stand in an address. */
  readonly facts?: EligibilityFactsInput;
};

/** A list's question as the service takes it; each resource turns it into the variables of its own operation. */
export interface Question {
  readonly filter: FilterValues;
  readonly scope: Scope;
  /** `updated` ascending, `-updated` descending; undefined is the service's own order. */
  readonly sort: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A record with the id that react-admin needs. */
export interface Identified {
  readonly id: string;
}

/** react-admin's order in the words of the API. Hooks that are given none ask for `id`, which means no order of their own. */
export const sortOf = (sort: SortPayload | undefined): string | undefined =>
  sort && sort.field !== 'id' ? `${sort.order === 'DESC' ? '-' : ''}${sort.field}` : undefined;

/** Several values of one filter, as the address holds them. */
export const valuesOf = (text: string | undefined): string[] | undefined => text?.split(',').filter(Boolean);

/** One value of a filter, if it is one of the enum's. */
export const oneOf = <Value extends string>(
  values: Readonly<Record<string, Value>>,
  text: string | undefined,
): Value | undefined => Object.values(values).find((one) => one === text);

/** The arguments that every list of the service takes, by the same names. */
export const askedOf = ({ filter: { q, since, until }, sort, limit, cursor }: Question) => ({
  q,
  since,
  until,
  sort,
  limit,
  cursor,
});

/** `getList` of a resource: its operation, the operation's variables, and where its answer holds the page. */
export const listBy =
  <Answer, Variables, Item extends Identified>(
    operation: TypedDocumentString<Answer, Variables>,
    variables: (question: Question) => Variables,
    read: (answer: Answer, scope: Scope) => CursorPage<Item>,
  ) =>
  async (params: GetListParams): Promise<GetListResult> => {
    const { filter = {}, sort, pagination = { page: 1, perPage: 25 }, meta: scope = {}, signal } = params;
    const { page, perPage: limit } = pagination;
    const question = JSON.stringify([String(operation), filter, sort, scope, limit]);
    const part = await readPage(question, page, async (cursor) =>
      read(await ask(operation, variables({ filter, scope, sort: sortOf(sort), limit, cursor }), signal), scope),
    );
    return {
      data: [...part.items],
      pageInfo: { hasNextPage: part.nextCursor !== null, hasPreviousPage: page > 1 },
      ...(part.total === undefined ? {} : { total: part.total }),
      ...(part.meta ? { meta: part.meta } : {}),
    };
  };

/** As many as the service gives at once (decisions §2, Lists). */
const PAGE_SIZE = 100;

/** Every item of a list, for one that is short enough to be read whole. */
export async function readWhole<Item>(
  read: (limit: number, cursor: string | undefined) => Promise<CursorPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const part = await read(PAGE_SIZE, cursor);
    items.push(...part.items);
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** `getOne` of a resource for which the service has no question of its own: the list is read until it comes, or ends. */
export const findBy =
  (getList: (params: GetListParams) => Promise<GetListResult>) =>
  async ({ id, meta, signal }: GetOneParams): Promise<GetOneResult> => {
    for (let page = 1, more = true; more; page += 1) {
      const part = await getList({ filter: {}, pagination: { page, perPage: PAGE_SIZE }, meta, signal });
      const found = part.data.find((one) => one.id === id);
      if (found) return { data: found };
      more = part.pageInfo?.hasNextPage ?? false;
    }
    throw new Refusal(NOT_FOUND);
  };

/** `getOne` of a resource whose list can be narrowed to one record. */
export function onlyOf<Item extends Identified>([found]: readonly Item[]): { data: Item } {
  if (!found) throw new Refusal(NOT_FOUND);
  return { data: found };
}

const NOT_FOUND = {
  status: 404,
  code: 'NOT_FOUND',
  title: 'There is no such record',
  detail: 'The address may be mistyped, or the record belongs to another user.',
  requestId: null,
  retryAfterSeconds: null,
  errors: [],
};

interface WholeList<Item> {
  /** The texts of an item that a search looks in. */
  readonly search: (item: Item) => string;
  /** The values of an item by which it can be ordered, by the columns' names. */
  readonly orders: Readonly<Record<string, (item: Item) => string | number | null>>;
  readonly matches?: (item: Item, filter: FilterValues) => boolean;
}

/** `getList` of a resource that the service answers whole, and so unsorted: what the service doesn't do is done here. */
export const wholeBy =
  <Item extends Identified>(
    read: (scope: Scope, signal: AbortSignal | undefined) => Promise<readonly Item[]>,
    { search, orders, matches = () => true }: WholeList<Item>,
  ) =>
  async (params: GetListParams): Promise<GetListResult> => {
    const { filter = {}, sort, pagination = { page: 1, perPage: PAGE_SIZE }, meta = {}, signal } = params;
    const q = String(filter.q ?? '').toLowerCase();
    const found = (await read(meta, signal)).filter(
      (item) => matches(item, filter) && search(item).toLowerCase().includes(q),
    );
    const order = sort && orders[sort.field];
    const sign = sort?.order === 'DESC' ? -1 : 1;
    const sorted = order ? found.toSorted((a, b) => sign * compare(order(a), order(b))) : found;
    const end = pagination.page * pagination.perPage;
    return {
      data: sorted.slice(end - pagination.perPage, end),
      total: sorted.length,
      pageInfo: { hasNextPage: end < sorted.length, hasPreviousPage: pagination.page > 1 },
    };
  };

/** Unknown values come last in ascending order. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
}
