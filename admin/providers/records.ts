import type { GetListParams, GetListResult, SortPayload } from 'react-admin';
import { type CursorPage, readPage } from './cursors.js';
import type { TypedDocumentString } from './generated/operations.js';
import { ask } from './request.js';

/** What a list filters by: texts as they stand in the address, by the names of the resource's filters. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/** Whose records are asked for, where the address says so (workspace/useScope). */
export type Scope = { readonly organizationId?: string };

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
