import { isUtf8 } from 'node:buffer';
import { Fault, invalid } from '../fault.js';

/** How long an address and how long all headers together may be, in bytes (decisions §2, 414 and 431). */
export const URL_BYTES_MAX = 16 * 1024;
export const HEADERS_BYTES_MAX = 16 * 1024;
/** The colon, the space and the line's end of a header. */
const HEADER_FRAME_BYTES = 4;

/** Runs of percent escapes; Node refuses bytes beyond ASCII that are not escaped. */
const ESCAPED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/** The head of a request, as Node hands it over (latin1). */
interface Head {
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
}

/** Judges the head of a request before anything is made of it: the fault, or null. */
export function headFault({ url = '', rawHeaders, httpVersion }: Head): Fault | null {
  if (url.length > URL_BYTES_MAX) return new Fault('URI_TOO_LONG');
  let headerBytes = 0;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    headerBytes += name.length + HEADER_FRAME_BYTES + (rawHeaders[at + 1]?.length ?? 0);
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (headerBytes > HEADERS_BYTES_MAX) return new Fault('HEADERS_TOO_LARGE');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return invalid([
      { pointer: '', code: 'malformed_request', detail: 'a request of HTTP/1.1 has exactly one Host header' },
    ]);
  const strange =
    url.includes('%') && url.match(ESCAPED_BYTES)?.some((run) => !isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
  return strange
    ? invalid([{ pointer: '', code: 'not_utf8', detail: 'the address holds bytes that are not UTF-8' }])
    : null;
}
