import { type Readable, Transform, type Writable } from 'node:stream';
import { setImmediate as afterwards } from 'node:timers/promises';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isRemovedInitialize, wrongInitialize } from './initialize.check.js';
import { openLineChanger, openLineReader } from './line.reader.js';
import { lineWithoutNullParams, withoutNullParams } from './params.null.js';
import type { FieldProblem, Problem } from './problem.js';
import { noteWrongMembers, type WrongMembers } from './wrong.members.js';

/** How long answers that are under way may still take after the host closed its end. */
const DRAIN_MS = 5_000;

/** A transport over two streams, and when it closed, for whatever reason. */
export interface StdioTransport {
  readonly transport: Transport;
  readonly closed: Promise<void>;
  /** The faults in the input of its tool, in the text of a request that is under way. */
  wrongInput(id: RequestId): FieldProblem[];
}

/**
 * The SDK's transport over standard streams. The SDK aborts what is under way as soon as its input ends; here that end reaches it once every
 * request is answered, so that a host may write its requests, close its end and read. A line beyond the SDK's 10 MB closes the transport:
 * nothing behind it can be told from its rest.
 */
export function openStdioTransport(
  input: Readable,
  output: Writable,
  refusal: (errors: FieldProblem[]) => Problem,
): StdioTransport {
  const unanswered = new Set<RequestId>();
  const wrongMembers = new Map<RequestId, WrongMembers>();
  const readLines = openLineReader((line) => noteWrongMembers(line, wrongMembers));
  let release = (): void => undefined;
  const settle = (id: RequestId): void => {
    wrongMembers.delete(id);
    if (unanswered.delete(id) && unanswered.size === 0) release();
  };
  const drained = async (): Promise<void> => {
    await afterwards(); // the last lines are read after the end is seen
    if (unanswered.size === 0) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, DRAIN_MS);
      release = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  };
  const lines = openLineChanger(lineWithoutNullParams, (bytes) => held.push(bytes));
  const held: Transform = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      readLines(chunk);
      lines.write(chunk);
      pass();
    },
    flush(end) {
      lines.end();
      drained().then(() => end());
    },
  });
  input.pipe(held);
  for (const last of ['error', 'close']) input.once(last, () => held.end());

  const wire = new StdioServerTransport(held, output);
  const transport: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    send(message) {
      const sent = wire.send(message);
      if ('id' in message && !('method' in message) && message.id !== undefined) settle(message.id);
      return sent;
    },
  };
  wire.onmessage = (message) => {
    if (isJSONRPCRequest(message)) {
      if (message.method === 'subscriptions/listen' || isRemovedInitialize(message)) {
        wire.send(notServed(message.id)).catch((error) => wire.onerror?.(error));
        return;
      }
      const errors = wrongMembers.get(message.id)?.message ?? [];
      if (errors.length) {
        wrongMembers.delete(message.id);
        wire.send(refusedMessage(message.id, refusal(errors))).catch((error) => wire.onerror?.(error));
        return;
      }
      const wrong = wrongInitialize(withoutNullParams(message));
      if (wrong.length) {
        const refused = refusedMessage(message.id, refusal(wrong), ProtocolErrorCode.InvalidParams);
        wire.send(refused).catch((error) => wire.onerror?.(error));
        return;
      }
      unanswered.add(message.id);
    }
    transport.onmessage?.(withoutNullParams(message));
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const { requestId } = message.params ?? {};
      if (typeof requestId === 'string' || typeof requestId === 'number') settle(requestId);
    }
  };
  wire.onerror = (error) => transport.onerror?.(error);
  const closed = new Promise<void>((resolve) => {
    wire.onclose = () => {
      release();
      input.unpipe(held).pause(); // a stream that is read keeps the process alive
      transport.onclose?.();
      resolve();
    };
  });
  output.setMaxListeners(0); // a host that reads slowly lets answers wait, and the SDK has listeners for each
  output.once('close', () => void wire.close());
  return { transport, closed, wrongInput: (id) => wrongMembers.get(id)?.input ?? [] };
}

/** Lists never change while the process lives. The SDK would say that a limit is reached, and a client would try again. */
const notServed = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' },
});

const refusedMessage = (
  id: RequestId,
  problem: Problem,
  code: number = ProtocolErrorCode.InvalidRequest,
): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: problem.detail, data: problem },
});
