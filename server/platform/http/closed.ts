import type { ServerResponse } from 'node:http';
import { type Fault, invalid } from '../fault.js';

/**
 * Calls `end` once when a response is out or its connection has ended, at once if that has happened already: an event that was emitted
 * before is never emitted again. The answer to a pipelined request has no connection of its own yet, so that of the request counts too.
 * What this returns takes the call back.
 */
export function whenClosed(res: ServerResponse, end: () => void): () => void {
  const { socket } = res.req;
  const cancel = (): void => {
    res.off('close', ended);
    socket.off('close', ended);
  };
  const ended = (): void => {
    cancel();
    end();
  };
  if (isClosed(res)) end();
  else {
    res.once('close', ended);
    socket.once('close', ended);
  }
  return cancel;
}

/** True when no one can read the answer any more, or when it is out. */
export const isClosed = (res: ServerResponse): boolean => res.closed || res.destroyed || res.req.socket.destroyed;

/** Ends the work for a caller who has left; no one reads the answer. */
export const connectionEnded = (): Fault =>
  invalid([{ pointer: '', code: 'malformed_request', detail: 'the connection ended' }]);
