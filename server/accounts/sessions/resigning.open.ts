import { createHmac, timingSafeEqual } from 'node:crypto';

/** A value of the form `<content>.<HMAC-SHA-256>`, as the sign-in library signs cookies (base64) and the tokens of its letters (base64url). */
type Encoding = 'base64' | 'base64url';

export interface Resigned {
  /** The header with each named cookie signed by the current secret where a previous one had signed it. */
  readonly header: string;
  /** Names and new values, as they are written into a cookie, of those that were signed again. */
  readonly renewed: ReadonlyMap<string, string>;
}

export interface Resigning {
  /** Looks at the cookies of these names in a Cookie header. */
  cookies(header: string, names: readonly string[]): Resigned;
  /** The token of a letter. */
  token(token: string): string;
}

/**
 * Signs again what a previous secret signed (SESSION_SECRET_PREVIOUS, decisions §11): the sign-in library knows one secret. What no secret
 * signed stays as it is, for the library to refuse.
 */
export function openResigning(secret: string, previous: readonly string[]): Resigning {
  const resign = (signed: string, encoding: Encoding): string => {
    const end = signed.lastIndexOf('.');
    const content = signed.slice(0, end);
    const given = Buffer.from(signed.slice(end + 1), encoding);
    const signatureBy = (key: string): Buffer => createHmac('sha256', key).update(content).digest();
    const isBy = (key: string): boolean => given.length === 32 && timingSafeEqual(given, signatureBy(key));
    if (previous.length === 0 || end < 1 || isBy(secret) || !previous.some(isBy)) return signed;
    return `${content}.${signatureBy(secret).toString(encoding)}`;
  };

  return {
    cookies(header, names) {
      const renewed = new Map<string, string>();
      if (previous.length === 0) return { header, renewed };
      const parts = header.split(';').map((part) => {
        const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*"?([^"]*?)"?\s*$/.exec(part) ?? [];
        if (!names.includes(name)) return part;
        const signed = decoded(value);
        const resigned = resign(signed, 'base64');
        if (resigned === signed) return part;
        renewed.set(name, encodeURIComponent(resigned));
        return ` ${name}=${renewed.get(name)}`;
      });
      return { header: parts.join(';').trim(), renewed };
    },
    token: (token) => resign(token, 'base64url'),
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // no value of ours
  }
}
