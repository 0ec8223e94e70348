import type { ServerResponse } from 'node:http';
import { PROGRESS } from './arrival.js';
import { connectionEnded, isClosed, whenClosed } from './closed.js';

/**
 * Writes a piece of an answer that is a stream. It waits for a caller who reads slowly, and rejects when the caller has left or has read
 * nothing for some seconds.
 */
export async function writePiece(res: ServerResponse, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PROGRESS.bytes) {
    if (isClosed(res)) throw connectionEnded();
    if (!res.write(bytes.subarray(at, at + PROGRESS.bytes))) await drained(res);
  }
}

const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = res.writableLength;
    let isOver = false;
    const settle = (settled: () => void): void => {
      isOver = true;
      clearTimeout(timer);
      cancel();
      res.off('drain', goOn);
      settled();
    };
    const goOn = (): void => settle(resolve);
    const stop = (): void => settle(() => reject(connectionEnded()));
    const look = (): void => {
      if (isOver) return;
      if (res.writableLength >= left) return stop();
      left = res.writableLength;
      timer = setTimeout(lookSoon, PROGRESS.ms);
    };
    /** Bytes that were read while this process was busy are noticed first, so that they are not missed. */
    const lookSoon = (): void => void setImmediate(look);
    let timer = setTimeout(lookSoon, PROGRESS.ms);
    let cancel = (): void => undefined;
    res.once('drain', goOn);
    cancel = whenClosed(res, stop);
  });

/** Ends the connection of an answer that is complete and is not read: what the request holds is given back when it is out. */
export function boundReading(res: ServerResponse): void {
  res.once('prefinish', () => boundWritten(res));
}

/** The same for an answer that was written whole and is not yet out. */
export function boundWritten(res: ServerResponse): void {
  const { socket } = res.req;
  res.prependOnceListener('finish', () => socket.setTimeout(0)); // before the server sets its own time for an idle connection
  socket.setTimeout(PROGRESS.ms); // the system's buffers moving counts as activity
}
