import type { IncomingMessage } from 'node:http';
import { type Fault, invalid } from '../fault.js';

/**
 * While we wait for a body, or for an answer to be read, so much must move in so much time: less than a slow line of a telephone, and more
 * than a caller moves who only keeps what others wait for.
 */
export const PROGRESS = { bytes: 16 * 1024, ms: 5_000 } as const;

/**
 * Waits for what reads the body of a request, and rejects when the body stops coming or trickles. A reader that is slow itself pauses the
 * request; what is sent meanwhile waits in the connection and comes at once afterwards.
 */
export async function whileArriving<T>(req: IncomingMessage, reading: Promise<T>): Promise<T> {
  if (req.complete) return reading;
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = watchArrival(req, () => reject(lateFault()));
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    cancel();
  }
}

function watchArrival(req: IncomingMessage, late: () => void): () => void {
  let before = req.socket.bytesRead;
  let isOver = false;
  const look = (): void => {
    if (isOver || req.complete) return;
    const { bytesRead } = req.socket;
    if (req.readableFlowing && bytesRead - before < PROGRESS.bytes) return late();
    before = bytesRead;
    timer = setTimeout(lookSoon, PROGRESS.ms);
  };
  /** Bytes that came while this process was busy are read first, so that they are not missed. */
  const lookSoon = (): void => void setImmediate(look);
  let timer = setTimeout(lookSoon, PROGRESS.ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const lateFault = (): Fault =>
  invalid([{ pointer: '', code: 'malformed_request', detail: 'the request did not arrive in time' }]);
