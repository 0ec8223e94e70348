import type { Config } from '../../platform/config.js';
import { type FetchRefusal, FetchRefused, guardedFetch } from '../../platform/outbound/guarded.fetch.js';
import { readable, textOfPage } from './page-text.rules.js';

const PAGE = { timeoutMs: 10_000, redirectsMax: 3, bytesMax: 1_048_576 } as const;
const HEADERS = { accept: 'text/html, text/plain;q=0.9, text/*;q=0.8, application/json;q=0.7' };
/** Characters of a page that a reviewer is shown; the page itself is one click away. */
export const TEXT_MAX = 20_000;

/** A page as it answered: its text, or why there is none. */
export interface ReadPage {
  /** The address that answered, after redirects; null where none did. */
  readonly finalUrl: string | null;
  readonly status: number | null;
  readonly text: string | null;
  /** The text goes on beyond what is here. */
  readonly isCut: boolean;
  readonly problem: string | null;
}

const NOTHING = { finalUrl: null, status: null, text: null, isCut: false } as const;

const REFUSALS: Record<FetchRefusal, string> = {
  not_allowed_address: 'The address is not public, or redirects to one that is not.',
  not_https: 'The address is not https, or redirects to one that is not.',
  port: 'The address names a port.',
  user_info: 'The address holds a name or a password.',
  not_a_url: 'This is no address.',
  too_many_redirects: `It redirects more than ${PAGE.redirectsMax} times.`,
  too_large: 'The page is larger than 1 MiB.',
  not_text: 'The page is no text.',
  timeout: 'It did not answer within 10 seconds.',
  unreachable: 'Nothing answers at this address.',
  bad_encoding: 'It answered in a coding that is not read.',
};

/** Fetches a page through the guard and reads its text; what goes wrong on the other side is an answer. */
export async function readPage(url: string, { outboundAllow }: Pick<Config, 'outboundAllow'>): Promise<ReadPage> {
  try {
    const bounds = { ...PAGE, allow: outboundAllow, headers: HEADERS };
    const { status, finalUrl, contentType, body } = await guardedFetch(url, bounds);
    if (status !== 200) return { ...NOTHING, finalUrl, status, problem: `It answered with the status ${status}.` };
    const text = textOfBody(contentType, body);
    if (text === null) return { ...NOTHING, finalUrl, status, problem: 'The page is no text.' };
    const isCut = text.length > TEXT_MAX;
    return { finalUrl, status, text: isCut ? text.slice(0, TEXT_MAX).toWellFormed() : text, isCut, problem: null };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { ...NOTHING, problem: REFUSALS[error.reason] };
  }
}

function textOfBody(contentType: string | null, body: Buffer): string | null {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset="?([\w-]{1,40})"?\s*$/.exec(one)?.[1]).find(Boolean);
  const text = decode(body, charset);
  const kind = type.trim();
  if (kind === 'text/html' || kind === 'application/xhtml+xml') return textOfPage(text);
  return kind.startsWith('text/') || /^application\/(?:[\w.-]{1,60}\+)?json$/.test(kind) ? readable(text) : null;
}

/** Reads the body in its charset; as UTF-8 where that one is not known. */
function decode(body: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
