import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { sendProblem } from '../../rest-shims/reply.js';
import { Fault, faultOf } from '../platform/fault.js';
import { bodyFault } from '../platform/http/body.js';
import { isClosed } from '../platform/http/closed.js';
import type { Log } from '../platform/log.js';

export const refuseUnknownPath: RequestHandler = () => {
  throw new Fault('NOT_FOUND', { say: 'There is no such path.' });
};

/**
 * The last handler: logs a fault as loudly as it matters and answers it in the form of its path. A caller who has left is answered nothing, and
 * whatever became of the request is no failure: a closed tab is neither counted nor an error line.
 */
export function answerFault(log: Log, baseUrl: string, send: typeof sendProblem): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const fault = error instanceof Fault ? error : (uriFault(error) ?? bodyFault(error) ?? faultOf(error));
    if (isClosed(res)) {
      log.debug({ requestId: req.requestId, code: fault.code }, 'the caller has left');
      return;
    }
    if (fault.code === 'PROVIDER_FAILED' || fault.code === 'PROVIDER_TIMEOUT')
      log.info(
        { err: fault.because, requestId: req.requestId, code: fault.code },
        'another service did not answer well',
      );
    else if (fault.status >= 500)
      log.error({ err: fault.because, requestId: req.requestId, code: fault.code }, 'a request failed');
    else if (fault.because !== undefined)
      log.debug(
        { because: String(fault.because), requestId: req.requestId, code: fault.code },
        'a request was refused',
      );
    send(req, res, fault, baseUrl);
  };
}

/** A path that does not decode is the caller's mistake. */
const uriFault = (error: unknown): Fault | null =>
  error instanceof URIError ? new Fault('NOT_FOUND', { say: 'The path is not well-formed.' }) : null;
