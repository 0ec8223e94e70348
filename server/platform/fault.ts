import { GraphQLError } from 'graphql';
import { type ProblemCode, problemCatalog } from './problem.catalog.js';

/** One wrong field: an RFC 6901 pointer relative to the operation's input, a stable code and a sentence; never a value. */
export interface FieldProblem {
  pointer: string;
  code: string;
  detail: string;
  hint?: string;
}

/** The members that every problem has, and that say the same in each (decisions §2, Errors). */
interface StandardMembers {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  requestId: string;
  retryable: boolean;
  errors?: FieldProblem[];
}

/** The members of an RFC 9457 problem as every transport sends them. */
export type Problem = StandardMembers & Record<string, unknown>;

/** Further members of a problem; none may have the name of a standard one. */
export type FurtherMembers = Record<string, unknown> & { readonly [name in keyof StandardMembers]?: never };

interface FaultOptions {
  /** A public sentence: safe to show to the caller and to an agent. */
  say?: string;
  /** The internal reason; it goes to the log and nowhere else. */
  because?: unknown;
  errors?: FieldProblem[];
  retryAfterS?: number;
  /** Further members of the problem, such as `changed` or `results`. */
  members?: FurtherMembers;
}

/** Misuse or an outage, with a code, a public sentence and an internal cause. Expected outcomes are data, not faults. */
export class Fault extends GraphQLError {
  readonly code: ProblemCode;
  readonly status: number;
  readonly because: unknown;
  readonly errors: FieldProblem[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly members: FurtherMembers;

  constructor(code: ProblemCode, options: FaultOptions = {}) {
    super(options.say ?? problemCatalog[code].title, {
      originalError: options.because instanceof Error ? options.because : null,
    });
    this.code = code;
    this.status = problemCatalog[code].status;
    this.because = options.because;
    this.errors = options.errors;
    this.retryAfterS = options.retryAfterS;
    this.members = options.members ?? {};
  }
}

/** The problem body of a fault; `baseUrl` is where `/problems/{code}` is served. A further member never replaces a standard one. */
export function problemOf(fault: Fault, baseUrl: string, requestId: string): Problem {
  const { title, status, retryable } = problemCatalog[fault.code];
  const standard: StandardMembers = {
    type: `${baseUrl}/problems/${fault.code}`,
    title,
    status,
    code: fault.code,
    detail: fault.message,
    requestId,
    retryable,
    ...(fault.errors ? { errors: fault.errors } : {}),
  };
  return { ...standard, ...fault.members, ...standard };
}

/** More wrong fields than a caller corrects from one answer: a hostile body must become neither a longer answer nor long work. */
export const PROBLEMS_LISTED_MAX = 100;

/** A 400 that lists every wrong field at once, or the first hundred of more. */
export function invalid(errors: FieldProblem[], members: FurtherMembers = {}): Fault {
  if (errors.length > PROBLEMS_LISTED_MAX)
    return new Fault('VALIDATION_FAILED', {
      say: `more than ${PROBLEMS_LISTED_MAX} fields need correction; the first ${PROBLEMS_LISTED_MAX} are listed`,
      errors: errors.slice(0, PROBLEMS_LISTED_MAX),
      members,
    });
  const say = errors.length === 1 ? '1 field needs correction' : `${errors.length} fields need correction`;
  return new Fault('VALIDATION_FAILED', { say, errors, members });
}

/** A file that cannot be taken at all: 400 with a code that says why. Nothing of the file is repeated. */
export const unreadableFile = (code: string, detail: string, hint?: string): Fault =>
  invalid([{ pointer: '/file', code, detail, ...(hint ? { hint } : {}) }]);

/**
 * PostgreSQL's codes of a database that is away, full or of no use now: connection exceptions (also those of a pooler), shutdown and a database
 * that was dropped, resources that are used up, a session that a timeout ended, files that cannot be read or written, a server that takes no writes,
 * and a statement of which no one knows whether it was done.
 */
const AWAY = /^(08|57P0|53|58|25P0[345]|25006|40003)/;
/**
 * Its codes of a statement or transaction that was given up: rolled back, not serialisable, a deadlock, canceled or timed out, a lock that is
 * held. Without 40002, which is a broken constraint.
 */
const BUSY = /^(40(?!00[23])|57014|55P03)/;
/** Its codes of a node of its own that is not reached, or ended what it did for us. */
const NODE_AWAY = /^(08(?!P)|57P0)/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
/** The driver and Kysely have no codes for a connection that ended or never came, nor for a pool that the drain has closed. */
const CONNECTION_ENDED =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed/;

const CAUSES_MAX = 5;

/** True when an error, or what it was made of, is of that kind. */
function isCausedBy(
  error: unknown,
  kind: (code: string, message: string, severity: string) => boolean,
  depth = 0,
): boolean {
  if (!(error instanceof Error) || depth >= CAUSES_MAX) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const severity = 'severity' in error && typeof error.severity === 'string' ? error.severity : '';
  if (kind(code, error.message, severity)) return true;
  const joined: readonly unknown[] = error instanceof AggregateError ? error.errors.slice(0, CAUSES_MAX) : [];
  return [error.cause, ...joined].some((cause) => isCausedBy(cause, kind, depth + 1));
}

/** True when the error says that the database is away or full, not that the statement was wrong: its connection is of no use. */
export const isDatabaseAway = (error: unknown): boolean =>
  isCausedBy(error, (code, message) => AWAY.test(code) || NETWORK_CODES.has(code) || CONNECTION_ENDED.test(message));

/** True when the server that we are connected to says, over a connection that lives, that it has lost one of its nodes: what lies elsewhere can be had. */
export const isNodeAway = (error: unknown): boolean =>
  isCausedBy(error, (code, _message, severity) => severity !== '' && severity !== 'FATAL' && NODE_AWAY.test(code));

/** True when the database gave the statement up for others, or for its time: nothing of its transaction is stored, and the same one may succeed. */
export const isDatabaseBusy = (error: unknown): boolean => isCausedBy(error, (code) => BUSY.test(code));

/** True when the error is the database's and passes: a caller is answered 503, and an older answer is given where there is one. */
export const isDatabaseUnavailable = (error: unknown): boolean => isDatabaseAway(error) || isDatabaseBusy(error);

/** Turns whatever was thrown into a fault: an outage of the database is 503, anything unknown 500 without a word about its cause. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (thrown instanceof GraphQLError && thrown.originalError) return faultOf(thrown.originalError);
  if (isDatabaseAway(thrown))
    return new Fault('UNAVAILABLE', { say: 'The database cannot be reached.', because: thrown, retryAfterS: 2 });
  if (isDatabaseBusy(thrown))
    return new Fault('UNAVAILABLE', {
      say: 'The database is busy. Send the request again.',
      because: thrown,
      retryAfterS: 2,
    });
  return new Fault('INTERNAL', { because: thrown });
}
