// Drives @dai/node for `dai conformance`: a request is a line of JSON, and so is its reply.
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { createClient } from '@dai/node';

let client = null;

const clockOf = (rate) => {
  const [began, zero] = [Date.now(), performance.now()];
  return {
    now: () => Math.round(began + (performance.now() - zero) * rate),
    setTimeout: (run, ms) => setTimeout(run, ms / rate),
    clearTimeout: (timer) => clearTimeout(timer),
  };
};

const actions = {
  hello: () => ({ client: '@dai/node', features: ['spool'] }),
  open: ({ options: { clockRate, spoolFolder, ...options } }) => {
    client = createClient({
      ...options,
      clock: clockOf(clockRate),
      ...(spoolFolder ? { spool: { folder: spoolFolder } } : {}),
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
