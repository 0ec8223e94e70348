import { type Connection, openConnection } from './load.connection.js';
import { type PreparedRequest, prepareRequest } from './load.request.js';
import type { HttpOrder, LoadMessage, LoadReport } from './load.types.js';
import { LoadWindow } from './load.window.js';

/** Runs one order of HTTP load and answers what it measured; rejects when a connection breaks. */
export async function runHttpLoad(order: HttpOrder, tell: (message: LoadMessage) => void): Promise<LoadReport> {
  const window = new LoadWindow();
  const loops: Loop[] = [];
  let fail: (reason: Error) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined); // the race below hears it, or it comes too late to matter
  try {
    for (let index = 0; index < order.connections; index += 1)
      loops.push(await startLoop(order, window, (reason) => fail(new Error(`${order.path}: ${reason}`))));
    const drained = async (): Promise<void> => {
      for (const { finished } of loops) await finished;
    };
    return await Promise.race([window.measure(order, tell, drained), failure]);
  } finally {
    for (const { connection } of loops) connection.close();
  }
}

interface Loop {
  readonly connection: Connection;
  /** Resolves with the connection's last answer. */
  readonly finished: Promise<void>;
}

/** Opens one connection and sends its first request; each answer is judged and followed by the next until the window is over. */
async function startLoop(order: HttpOrder, window: LoadWindow, failed: (reason: string) => void): Promise<Loop> {
  const requests = requestsOf(order);
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let sent = order.morePaths ? Math.floor(Math.random() * requests.length) : 0; // connections ask different questions at a time
  let sentAt = 0;
  const send = (): void => {
    const request = requests[sent % requests.length];
    if (!request) return;
    if (order.repeatAfter === null) request.renew();
    sent += 1;
    sentAt = performance.now();
    connection.send(request.bytes);
  };
  const answered = (status: number, body: string): void => {
    const isFirst = order.repeatAfter === null || sent <= order.repeatAfter;
    const parts = isFirst ? order.expected.first : order.expected.again;
    if (status === (order.ifNoneMatch ? 304 : 200) && parts.every((part) => body.includes(part)))
      window.answered(order.eventsPerRequest, isFirst ? order.eventsPerRequest : 0, performance.now() - sentAt);
    else window.answeredWrongly(`${status} ${body}`);
    if (window.over) finish();
    else send();
  };
  const connection = await openConnection(order.port, answered, failed);
  send();
  return { connection, finished };
}

/** One request that gets new keys each time, as many as are sent again and again, or one for each path. */
function requestsOf(order: HttpOrder): PreparedRequest[] {
  if (order.morePaths) return [order.path, ...order.morePaths].map((path) => prepareRequest(order, path));
  return Array.from({ length: order.repeatAfter ?? 1 }, () => {
    const request = prepareRequest(order);
    request.renew();
    return request;
  });
}
