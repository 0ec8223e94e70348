import type { DataProvider, RaRecord } from 'react-admin';

/** As many as the service gives at once (decisions §2, Lists). */
const PAGE_SIZE = 100;

/** A whole list, part by part, for what has to be searched here because the service doesn't search it. */
export async function readAll<Item extends RaRecord<string>>(
  provider: DataProvider,
  resource: string,
  filter: object,
  signal: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  for await (const items of pagesOf<Item>(provider, resource, filter, signal)) all.push(...items);
  return all;
}

async function* pagesOf<Item extends RaRecord<string>>(
  provider: DataProvider,
  resource: string,
  filter: object,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  let cursor: unknown;
  do {
    const meta = typeof cursor === 'string' ? { cursor } : {};
    const pagination = { page: 1, perPage: PAGE_SIZE };
    const answer = await provider.getList<Item>(resource, { filter, pagination, meta, signal });
    yield answer.data;
    cursor = answer.meta?.nextCursor;
  } while (typeof cursor === 'string');
}
