import { createConnection } from 'node:net';

const HEAD_END = '\r\n\r\n';
const READ_BYTES = 64 * 1024;
const STATUS_AT = 'HTTP/1.1 '.length;

export interface Connection {
  send(bytes: Buffer): void;
  close(): void;
}

/**
 * A keep-alive connection with one request under way at a time. It knows as much of HTTP/1.1 as our servers' answers need: a status
 * line, `Content-Length`, a body. An answer of another form ends the connection with a reason.
 */
export function openConnection(
  port: number,
  answered: (status: number, body: string) => void,
  failed: (reason: string) => void,
): Promise<Connection> {
  let rest = '';
  let closing = false;

  function take(text: string): void {
    const headEnd = text.indexOf(HEAD_END);
    if (headEnd < 0) {
      rest = text;
      return;
    }
    const head = text.slice(0, headEnd);
    const length = head.startsWith('HTTP/1.1 304') ? 0 : lengthOf(head);
    if (length === null) return failed('an answer came without Content-Length');
    const bodyAt = headEnd + HEAD_END.length;
    if (text.length < bodyAt + length) {
      rest = text;
      return;
    }
    rest = '';
    if (text.length > bodyAt + length) return failed('more than one answer came to one request');
    answered(Number(text.slice(STATUS_AT, STATUS_AT + 3)), text.slice(bodyAt));
  }

  return new Promise((resolve, reject) => {
    const socket = createConnection({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback(count, buffer) {
          take(rest + Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1')); // one byte, one character
          return true;
        },
      },
    });
    socket.once('error', (error) => {
      reject(error);
      failed(error.message);
    });
    socket.once('close', () => {
      if (!closing) failed('the server closed the connection');
    });
    socket.once('connect', () =>
      resolve({
        send: (bytes) => void socket.write(bytes),
        close() {
          closing = true;
          socket.destroy();
        },
      }),
    );
  });
}

function lengthOf(head: string): number | null {
  const found = /\r\ncontent-length: (\d+)/i.exec(head);
  return found ? Number(found[1]) : null;
}
