// Drives @dai/node for `dai conformance`: a request is a line of JSON, and so is its reply.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { createClient } from '@dai/node';

let client = null;
let opened = null;
let jumpMs = 0;

const clockOf = (rate) => {
  const [began, zero] = [Date.now(), performance.now()];
  return {
    now: () => Math.round(began + (performance.now() - zero) * rate) + jumpMs,
    elapsed: () => (performance.now() - zero) * rate,
    setTimeout: (run, ms) => setTimeout(run, ms / rate),
    clearTimeout: (timer) => clearTimeout(timer),
  };
};

const actions = {
  hello: () => ({ client: '@dai/node', features: ['spool', 'fork', 'clock'] }),
  open: ({ options: all }) => {
    const { clockRate, spoolFolder, ...options } = all;
    opened = all;
    jumpMs = 0;
    client = createClient({
      ...options,
      clock: clockOf(clockRate),
      ...(spoolFolder ? { spool: { folder: spoolFolder, holdMs: Number.POSITIVE_INFINITY } } : {}),
    });
    return {};
  },
  track: ({ event }) => client.track(event),
  trackNow: ({ event, timeoutMs }) => client.trackNow(event, { timeoutMs }),
  batch: async ({ events, timeoutMs }) => ({ verdicts: await client.batch(events, { timeoutMs }) }),
  dryRun: ({ event }) => client.dryRun(event),
  lookUp: ({ key }) => client.lookUp(key),
  flush: ({ timeoutMs }) => client.flush({ timeoutMs }),
  close: ({ timeoutMs }) => client.close({ timeoutMs }),
  // Processes of Node share no memory: the child makes a client with the same options.
  fork: async ({ events, timeoutMs }) => {
    const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
    const tracked = events.map((event) => ({ do: 'track', event }));
    const requests = [{ do: 'open', options: opened }, ...tracked, { do: 'close', timeoutMs }];
    child.stdin.end(requests.map((request, id) => `${JSON.stringify({ ...request, id })}\n`).join(''));
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, ...report } = JSON.parse(line);
      if (id === requests.length - 1) return { report };
    }
    throw new Error('The child has ended without a report.');
  },
  clock: ({ jumpMs: more }) => {
    jumpMs += more;
    return {};
  },
  inspect: () => ({ text: inspect(client, { depth: 9, showHidden: true }) }),
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const request = JSON.parse(line);
  let reply;
  try {
    reply = await actions[request.do](request);
  } catch (error) {
    reply = { error: inspect(error) };
  }
  process.stdout.write(`${JSON.stringify({ ...reply, id: request.id })}\n`);
});
