export type FetchRefusal =
  | 'not_allowed_address'
  | 'not_https'
  | 'port'
  | 'user_info'
  | 'not_a_url'
  | 'too_many_redirects'
  | 'too_large'
  | 'not_text'
  | 'timeout'
  | 'unreachable'
  | 'bad_encoding';

/**
 * Why nothing was fetched. It keeps the code of the error below it and never that error, which may hold bytes that the other side sent
 * (a parser's `rawPacket`, a certificate).
 */
export class FetchRefused extends Error {
  constructor(
    readonly reason: FetchRefusal,
    below?: unknown,
  ) {
    const code = below instanceof Error && 'code' in below ? String(below.code) : '';
    super(`outbound fetch refused: ${reason}${code && ` (${code})`}`);
  }
}
