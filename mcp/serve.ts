import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openHttpApi } from './api.http.js';
import type { ServeOptions } from './options.js';
import { refuseInput } from './problem.js';
import { openServer, SERVER } from './server.js';
import { openToolbox } from './toolbox.js';
import { openStdioTransport } from './transport.stdio.js';

/** The host's side of the process: the protocol has the output for itself, words for people go to `say`. */
export interface Host {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  say(line: string): void;
  /** Aborted when the process is to end at once, as SIGTERM asks. */
  readonly stop: AbortSignal;
}

/**
 * Serves one host over its standard streams (the specification, §1.4 and §9) until the host closes its end or `stop` is aborted, in the
 * revision with which the host begins. What was asked before the host closed its end is still answered. An API that is away is the error
 * result of the tool that asked, and no end.
 */
export async function serve({ apiUrl, mode, token }: ServeOptions, { input, output, say, stop }: Host): Promise<void> {
  const ended = new AbortController();
  const api = openHttpApi(apiUrl, token, ended.signal);
  const toolbox = openToolbox(api, () => say('A tool failed for a reason of our own.'), mode);
  const { transport, closed, wrongInput } = openStdioTransport(
    input,
    output,
    (errors) => refuseInput(apiUrl, errors).problem,
  );
  const connection = serveStdio(() => openServer(toolbox, wrongInput), {
    transport,
    onerror: () => say('A message of the host could not be read or answered.'),
  });
  if (token.kind === 'refused') say(`${token.detail} The public tools work without it.`);
  say(`dai mcp ${SERVER.version} serves ${apiUrl}${mode === 'enterprise' ? ' with the enterprise tools' : ''}`);
  await Promise.race([closed, aborted(stop)]);
  await connection.close(); // before what is under way is broken off, so that nothing of it is answered
  ended.abort();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
