import { askDownload } from './request.js';

/** The events of a company's own that are exported, and the way they are written. */
export interface EventExport {
  readonly organizationId: string;
  readonly productId?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly format: 'ndjson' | 'csv';
}

/** A piece of an export: its text, how many events it has, and the last one's id; null where it has none. */
export interface ExportPiece {
  readonly text: string;
  readonly events: number;
  readonly last: string | null;
}

const ID = /evt_[0-9a-f-]{36}/;

/** Reads the events after one, at most `limit` of them. */
export async function readEventPiece(
  { productId, ...wanted }: EventExport,
  after: string | null,
  limit: number,
  signal: AbortSignal,
): Promise<ExportPiece> {
  const search = new URLSearchParams({
    ...wanted,
    ...(productId ? { productId } : {}),
    ...(after ? { after } : {}),
    limit: String(limit),
  });
  const text = await askDownload(`/api/exports/events?${search}`, signal);
  return { text, ...countOf(text, wanted.format) };
}

/** Counts the events of a piece: each begins a line with its id, and no text of another column does. */
function countOf(text: string, format: EventExport['format']): Pick<ExportPiece, 'events' | 'last'> {
  const begin = format === 'csv' ? /^evt_[0-9a-f]{8}-[0-9a-f-]{27},/gm : /^\{"eventId":"evt_/gm;
  let events = 0;
  let at = 0;
  for (const match of text.matchAll(begin)) {
    events += 1;
    at = match.index;
  }
  return { events, last: events > 0 ? (ID.exec(text.slice(at, at + 60))?.[0] ?? null) : null };
}
