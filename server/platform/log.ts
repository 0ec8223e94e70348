import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from './config.js';

export type Log = Logger;

/** Names whose values never reach a log line, at the top and one level down; bodies are never handed to the log at all. */
const REDACTED = ['authorization', 'cookie', 'token', 'password', 'apiKey', 'secret', 'body', 'email'];

/**
 * The structured log: one JSON object a line on standard error, so that standard output stays the operator's screen.
 * Lines are written from a small buffer that the logger's own `flush` empties before the process ends; `to` takes them elsewhere.
 */
export function openLog(level: Config['logLevel'], to: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: errorForLog },
      hooks: {
        logMethod(line, write) {
          try {
            write.apply(this, line);
          } catch {
            // A line that cannot be written is lost: it must not take the work with it that it is about.
          }
        },
      },
    },
    to,
  );
}

let opened: DestinationStream | undefined;

/** One for the process, however many logs it opens: each would flush its buffer twice a second for ever. */
function standardError(): DestinationStream {
  opened ??= openStandardError();
  return opened;
}

function openStandardError(): DestinationStream {
  const to = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 500 });
  let isBroken = false;
  to.on('error', () => {
    isBroken = true; // a full disk behind it loses lines; without a listener it would end the process
  });
  to.on('write', () => {
    isBroken = false;
  });
  // At the exit it is tried again without end: a terminal that was closed, or a full disk, would keep the process for ever.
  const flush = to.flushSync.bind(to);
  to.flushSync = () => {
    if (!isBroken) flush();
  };
  return to;
}

/** SQLSTATE of a value that PostgreSQL could not read or store: its message ends with the value in quotation marks. */
const QUOTES_VALUE = /^22/;

/** The parts of an error for the log: its kind, message and stack, and PostgreSQL's code; not its detail, nor what its message quotes of a value. */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const whole = QUOTES_VALUE.test(String(code)) ? error.message.replace(/".*$/s, '"…"') : error.message;
  return {
    type: error.name,
    message: whole.length > 500 ? `${whole.slice(0, 500)}…` : whole,
    code,
    stack: error.stack?.split('\n').slice(1, 12).join('\n'),
    cause: error.cause ? errorForLog(error.cause) : undefined,
  };
}
