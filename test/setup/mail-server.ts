import { once } from 'node:events';
import net from 'node:net';

export interface MailServer {
  readonly url: string;
  /** The texts of the letters that it took, the oldest first. */
  readonly letters: string[];
  /** Whether it refuses each letter for now. */
  refuses: boolean;
  /** How many letters it refused. */
  readonly refused: number;
  close(): Promise<void>;
}

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250 mail.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
};
const END_OF_LETTER = '\r\n.\r\n';

/** A mail server on this machine that speaks as much SMTP as a client needs. */
export async function openMailServer(): Promise<MailServer> {
  const state = { refuses: false, refused: 0, letters: [] as string[] };
  const server = net.createServer((socket) => {
    let input = '';
    let inLetter = false;
    const take = (end: string): string | null => {
      const at = input.indexOf(end);
      if (at < 0) return null;
      const text = input.slice(0, at);
      input = input.slice(at + end.length);
      return text;
    };
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => {
      input += text;
      for (
        let next = take(inLetter ? END_OF_LETTER : '\r\n');
        next !== null;
        next = take(inLetter ? END_OF_LETTER : '\r\n')
      ) {
        if (inLetter) {
          inLetter = false;
          if (state.refuses) state.refused += 1;
          else state.letters.push(next);
          socket.write(state.refuses ? '451 not now\r\n' : '250 taken\r\n');
        } else {
          const verb = next.slice(0, 4).toUpperCase();
          inLetter = verb === 'DATA';
          socket.write(`${ANSWERS[verb] ?? '502 unknown'}\r\n`);
        }
      }
    });
    socket.write('220 mail.example\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((ended) => server.close(() => ended())),
  });
}
