import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { OperationNodeTransformer, type PrimitiveValueListNode, type ValueNode } from 'kysely';
import { Fault } from '../../platform/fault.js';
import { openPlaces } from '../../platform/places.js';
import type { PasswordHasher } from '../accounts.context.js';

type KyselyPlugin = Parameters<ReturnType<MikroORM['em']['getKysely']>['withPlugin']>[0];

const TIME_COLUMNS = /(At|_at)$/;

/** MikroORM's connections answer times as text; the sign-in library compares Dates, and with text no session would ever expire. */
const timesAsDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && TIME_COLUMNS.test(name) ? new Date(value) : value,
        ]),
      ),
    );
    return { ...result, rows };
  },
};

/** Replaces covered addresses in what a statement compares or stores. */
class Uncovering extends OperationNodeTransformer {
  readonly #uncover: (value: unknown) => unknown;

  constructor(uncover: (value: unknown) => unknown) {
    super();
    this.#uncover = uncover;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: this.#uncover(node.value) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(this.#uncover) };
  }
}

/**
 * Opens the database for the sign-in library. The library's own check refuses addresses that are valid (top-level domains and mailboxes
 * beyond ASCII) and lowers every other, so that an account with such an address could not sign in: it is given each address as hexadecimal.
 */
export function openLibraryDatabase(orm: MikroORM) {
  const host = `${randomBytes(16).toString('hex')}.invalid`; // of this process alone, so that no name or address of a caller reads as one
  const covered = new RegExp(`^((?:[0-9a-f]{2})+)@${host}$`);
  const uncovering = new Uncovering((value) => {
    const hex = typeof value === 'string' ? covered.exec(value)?.[1] : undefined;
    return hex === undefined ? value : Buffer.from(hex, 'hex').toString('utf8');
  });
  const addressesAsStored: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => uncovering.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
  return {
    db: orm.em.fork().getKysely().withSchema('auth').withPlugin(timesAsDates).withPlugin(addressesAsStored),
    /** An address in a form that the library takes whatever the address is; in a statement it is the address again. */
    cover: (email: string): string => `${Buffer.from(email).toString('hex')}@${host}`,
  };
}

/** A value of the form `<content>.<HMAC-SHA-256>`, as the sign-in library signs cookies (base64) and the tokens of its letters (base64url). */
type Encoding = 'base64' | 'base64url';

export interface Resigned {
  /** The header with each named cookie signed by the current secret where a previous one had signed it. */
  readonly header: string;
  /** Names and new values of the cookies that were signed again, as they are written into a cookie. */
  readonly renewed: ReadonlyMap<string, string>;
}

export interface Resigning {
  /** Looks at the cookies of these names in a Cookie header. */
  cookies(header: string, names: readonly string[]): Resigned;
  /** The token of a letter. */
  token(token: string): string;
}

/**
 * Signs values again that a previous secret signed (SESSION_SECRET_PREVIOUS, decisions §11): the sign-in library knows one secret. A value
 * without a valid signature stays as it is, for the library to refuse.
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

/** Each takes a whole processor for as long as it runs, and 32 MiB: requests must have another one, and threads to unpack bodies on. */
const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** The queue holds some ten seconds of hashing; later callers are refused at once. A proxy in front waits about as long. */
const WAITING = { max: 100, ms: 30_000 };

/** The sign-in library's scrypt, a few at a time in the order in which they came; rejects with UNAVAILABLE when too many wait. */
export function openPasswordHasher(
  hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword },
): PasswordHasher {
  const places = openPlaces<never>({
    inAllMax: AT_ONCE_MAX,
    eachMax: {},
    waiting: WAITING,
    refuse: () => new Fault('UNAVAILABLE', { say: 'Too many sign-ins are in progress. Try again.', retryAfterS: 2 }),
  });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    places.during(async (take) => {
      await take({});
      return work();
    });
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (pair) => inTurn(() => hasher.verify(pair)),
  };
}
