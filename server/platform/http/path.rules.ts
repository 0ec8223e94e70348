/**
 * Behind it stands what opens a submission, confirms an address, ends letters or resets a password, in whatever case or form the path is written, and
 * wherever in it: a path with dots or a wrong beginning leads nowhere here, and still holds the secret.
 */
const SECRET_BEHIND = /(\/(?:submissions\/+(?:confirm\/+)?|letters\/+stop\/+|api\/+auth\/+reset-password\/+))[^/].*$/is;
/** Pieces of a path that are as long as our secrets. */
const LONG_PIECE = /[\w-]{30,}/g;
/** Such a piece looks like one of our secrets anywhere in a path: no id or slug has so many letters of both cases in one. */
const withoutSecret = (piece: string): string => (/[a-z]/.test(piece) && /[A-Z]/.test(piece) ? '…' : piece);

/** The path of an address as it may be logged: without what opens something. */
export const loggedPath = (path: string): string =>
  (path.includes('%') ? decoded(path) : path)
    .replace(SECRET_BEHIND, '$1…')
    .replaceAll(LONG_PIECE, withoutSecret)
    .slice(0, 500);

/** An address as requests name it beside the Host header; clients of a proxy send the whole of it, which is as valid. */
export const originForm = (address: string): string => {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === address ? path : `/${path}`;
};

/** A path in which a letter is percent-encoded is told by what it means. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}
