import { createHash } from 'node:crypto';
import type { RequestContext } from '../context.js';

/** Ends a public read whose answer the caller or the transport has already under its ETag; it is no error. */
export class NotModified extends Error {
  readonly etag: string;

  constructor(etag: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // its stack is never read, and taking one costs a tenth of such a request
    super('not modified');
    Error.stackTraceLimit = stackTraceLimit;
    this.etag = etag;
  }
}

/** A conditional GET: the transport receives the ETag before the answer is made, and compares it with what the caller and its cache hold. */
export interface ConditionalGet {
  etag: string | null;
  /** Set for an answer that is the same for ever: caches may have it for a year. */
  isFinal?: boolean;
  /** The form of the body where a caller may choose one; each has an ETag of its own. */
  readonly form?: string | undefined;
  isKnown(etag: string): boolean;
}

/**
 * Gives the transport the strong ETag of the answer: a digest of everything that decides it, in one order; what every answer of this process
 * depends on (addresses, the key of receipts, the schema) is added here. Must be called before any work is done for the answer; throws
 * `NotModified` when the caller, or the transport's cache, has the answer already (decisions §2, Public reads).
 */
export function endIfNotModified(
  ctx: RequestContext,
  decidedBy: readonly unknown[],
  { isFinal = false }: { readonly isFinal?: boolean } = {},
): void {
  const conditional = ctx.publicRead;
  if (!conditional) return;
  conditional.isFinal = isFinal;
  conditional.etag = `"${createHash('sha256')
    .update(JSON.stringify([ctx.platform.answersOf, conditional.form ?? null, ...decidedBy]))
    .digest('base64url')}"`;
  if (conditional.isKnown(conditional.etag)) throw new NotModified(conditional.etag);
}
