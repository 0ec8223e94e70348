import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind one on the same connection. Browsers send none before its answer; some clients a handful. */
const WAITING_MAX = 32;

type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;

interface Waiting {
  readonly res: ServerResponse;
  begin(): void;
}

/** The requests that wait behind the one that is being answered; once the last one was told to close the connection, no more are taken. */
interface Pipeline {
  readonly waiting: Waiting[];
  closing: boolean;
}

/**
 * Answers the requests of a connection one after another, each in a turn of the event loop of its own. Node's parser finds all requests of a
 * piece of the connection at once: 64 KiB hold 2,500 of them, and begun together they would keep every other caller waiting. Beyond the
 * bound the last one that waits closes the connection, as HTTP allows: a client repeats the requests that have no answer (RFC 9112 §9.3.2).
 */
export function inTurn(answer: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (req, res) => {
    const { socket } = req;
    const next = (): void => {
      const following = socket.destroyed ? undefined : pipelines.get(socket)?.waiting.shift();
      if (following) setImmediate(following.begin);
      else pipelines.delete(socket);
    };
    const begin = (): void => {
      res.once('close', next);
      answer(req, res);
    };
    const pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipelines.set(socket, { waiting: [], closing: false });
      begin();
    } else if (!pipeline.closing) {
      pipeline.waiting.push({ res, begin });
      pipeline.closing = pipeline.waiting.length === WAITING_MAX;
      if (pipeline.closing) res.setHeader('Connection', 'close');
    }
  };
}
