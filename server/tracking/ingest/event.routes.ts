import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { AccountsParts } from '../../accounts/index.js';
import type { PrincipalOf, Transport } from '../../platform/context.js';
import { faultOf } from '../../platform/fault.js';
import { BODY_LIMITS, readJsonBody } from '../../platform/http/body.js';
import { isClosed } from '../../platform/http/closed.js';
import { trustConnection } from '../../platform/http/connection.js';
import type { BudgetFields } from '../../platform/http/limit-headers.js';
import { type RequestWatch, requestIdOf } from '../../platform/http/request.js';
import { headFault } from '../../platform/http/request.rules.js';
import { boundWritten } from '../../platform/http/stream.write.js';
import type { CountedNow } from '../../platform/limits/limits.js';
import { accessFault } from '../../platform/operation.js';
import { RepeatedMembers } from '../../platform/repeated-members.rules.js';
import type { TrackReply } from '../event-answer.types.js';
import type { TrackingParts } from '../tracking.open.js';
import { checkSent } from './event.accept.js';
import { answerOutcome, recordEvent, recordSent } from './event.operations.js';

/** The path of single events. */
export const TRACK_PATH = '/api/usage/track';

interface HotParts extends Pick<Transport<TrackingParts & AccountsParts>, 'platform' | 'makeContext'> {
  readonly parts: TrackingParts & AccountsParts;
  readonly watch: RequestWatch;
}

/**
 * Takes a single event without a turn between its body and the queue, in the case that nearly every event is: a remembered key, a plain
 * body of known length that is here already, a budget counted in this process. It goes through the same steps as the path's shim: access, limit,
 * body, check, flush, verdict. Every other request goes on to the next handler untouched, and an event that asks something of the database before
 * it is stored is recorded by the operation itself.
 */
export function takeTracked({ platform, parts, makeContext, watch }: HotParts): RequestHandler {
  const { clock, limits } = platform;
  const { declaration } = recordEvent;

  /** The key of a request that can be taken at once, judged by its head alone. */
  function keyOf(req: Request, res: Response): PrincipalOf<'tracking_key'> | null {
    if (req.url !== TRACK_PATH || watch.isDraining || !limits.countsAlone || res.socket === null) return null;
    if (!hasPlainBody(req)) return null;
    const key = parts.principals.recall(req);
    if (key === null || accessFault({ principal: key, req, platform }, declaration) || headFault(req)) return null;
    return limits.mayGoAhead(key, req) ? key : null;
  }

  /** Checks the event of a request whose body is here, and hands it to the queue. */
  function take(taken: Taken): void {
    const { req, res, key } = taken;
    trustConnection(req.socket);
    req.requestId = requestIdOf(req);
    taken.counted = limits.countNow(declaration.limit, key.credentialId);
    if (taken.counted?.refusal) throw taken.counted.refusal;
    req.body = req.read();
    const { value, repeated } = readJsonBody(req);
    const now = clock.now();
    const sent = checkSent(key, repeated.length ? new RepeatedMembers(repeated) : value, now);
    const { checked } = sent;
    if (!checked.ok || checked.event.projectId !== null) {
      recordSent(makeContext(key, req, res), sent, now).then(
        (reply) => answer(taken, reply),
        (error: unknown) => refuse(taken, error),
      );
      return;
    }
    const { event, stripped, warnings } = checked;
    const answering = { verdicts: parts.verdicts, key, requestId: req.requestId };
    parts.events.offer(
      key,
      event,
      now,
      'api',
      (recorded) =>
        orRefuse(taken, () => {
          const outcome = { kind: 'stored', event, recorded, stripped, warnings } as const;
          const answered = answerOutcome(answering, 'track', outcome, now);
          if (answered.fault) refuse(taken, answered.fault);
          else answer(taken, answered.reply);
        }),
      (fault) => refuse(taken, fault),
    );
  }

  function answer({ req, res, started, counted }: Taken, reply: TrackReply): void {
    if (isClosed(res)) return;
    writeReply(res, req.requestId, counted?.fields, reply);
    watch.noteTracked(req, TRACK_PATH, started);
    if (req.socket.writableLength > 0) boundWritten(res);
  }

  /** Goes on as every refusal does: the last handler answers and logs it. */
  function refuse({ req, res, next, key, started, counted }: Taken, error: unknown): void {
    if (res.headersSent) return void res.destroy();
    watch.begin(req, res, started);
    req.principal = key;
    if (counted) {
      res.setHeader('RateLimit', counted.fields.rateLimit);
      res.setHeader('RateLimit-Policy', counted.fields.policy);
    }
    next(faultOf(error));
  }

  /** Nothing may throw into a flush, which answers others after this one. */
  function orRefuse(taken: Taken, work: () => void): void {
    try {
      work();
    } catch (error) {
      refuse(taken, error);
    }
  }

  return (req, res, next) => {
    const started = performance.now();
    const passOn = (): void => {
      Object.assign(req, { route: undefined }); // another route answers it, if any does
      next();
    };
    const key = keyOf(req, res);
    if (key === null) return passOn();
    // A body that came in one piece with its head lies here by then.
    process.nextTick(() => {
      if (req.readableLength !== Number(req.headers['content-length']) || isClosed(res)) return passOn();
      const taken: Taken = { req, res, next, key, started, counted: null };
      orRefuse(taken, () => take(taken));
    });
  };
}

/** A request on its way through this handler. */
interface Taken {
  readonly req: Request;
  readonly res: Response;
  readonly next: NextFunction;
  readonly key: PrincipalOf<'tracking_key'>;
  readonly started: number;
  counted: CountedNow | null;
}

/** True for a body that is sent as it is, whose length is known and within its limit. */
function hasPlainBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return (
    length !== undefined &&
    Number(length) <= BODY_LIMITS.other &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** Writes an answer in one piece, with the header fields that every answer of the path has. */
function writeReply(res: Response, requestId: string, budget: BudgetFields | undefined, reply: TrackReply): void {
  const text = JSON.stringify(reply);
  // Text of the sender stands in warnings and stripped members alone.
  const isPlain = reply.stripped.length === 0 && reply.warnings.length === 0;
  res.writeHead(200, [
    'X-Request-Id',
    requestId,
    'X-Content-Type-Options',
    'nosniff',
    ...(budget ? ['RateLimit', budget.rateLimit, 'RateLimit-Policy', budget.policy] : []),
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'private, no-store',
    'Content-Length',
    String(isPlain ? text.length : Buffer.byteLength(text)),
  ]);
  res.end(text, isPlain ? 'latin1' : 'utf8');
}
