import { createHash } from 'node:crypto';
import type { RequestContext } from '../context.js';

/** Thrown out of a public read as soon as its ETag shows that the door has the answer already; it is no error. */
export class AnswerKnown extends Error {
  readonly etag: string;

  constructor(etag: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // nobody reads its stack, and taking one costs a tenth of such a request
    super('the answer is known');
    Error.stackTraceLimit = stackTraceLimit;
    this.etag = etag;
  }
}

/** How a door takes part in a public read: it hears the ETag before the answer is made, and may know the answer by it. */
export interface PublicReadDoor {
  etag: string | null;
  knows(etag: string): boolean;
}

/**
 * Tells the door the strong ETag that the answer will have: a digest of everything that decides it, in one order; what every answer of this
 * process depends on (addresses, the key of receipts, the schema) is added here. Must be called before any work is done for the answer; ends the operation when the caller, or the door, has the answer already (decisions §2, Public reads).
 */
export function settleAnswer(ctx: RequestContext, decidedBy: readonly unknown[]): void {
  const door = ctx.publicRead;
  if (!door) return;
  door.etag = `"${createHash('sha256')
    .update(JSON.stringify([ctx.platform.answersOf, ...decidedBy]))
    .digest('base64url')}"`;
  if (door.knows(door.etag)) throw new AnswerKnown(door.etag);
}
