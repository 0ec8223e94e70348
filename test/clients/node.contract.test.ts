import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Adapter, Reply } from '../../clients/conformance/adapter.js';
import { runCases } from '../../clients/conformance/case.js';
import { cases } from '../../clients/conformance/run.js';
import { type Client, type ClientOptions, createClient } from '../../clients/node/src/index.js';
import { openClock } from './fast.clock.js';

type Request = Readonly<Record<string, unknown>>;

/** Drives the client of the sources in this process: a changed line of them is seen by the cases. */
function openAdapter(): Adapter {
  let client: Client | null = null;
  let jump: (ms: number) => void = () => undefined;
  const opened = (): Client => {
    if (!client) throw new Error('There is no client.');
    return client;
  };
  const actions: Readonly<Record<string, (request: Request) => unknown>> = {
    hello: () => ({ features: ['spool', 'clock'] }),
    open: ({ options }) => {
      const { clockRate, spoolFolder, ...others } = options as ClientOptions & {
        clockRate: number;
        spoolFolder?: string;
      };
      const own = openClock(clockRate);
      jump = own.jump;
      client = createClient({
        ...others,
        clock: own.clock,
        ...(spoolFolder ? { spool: { folder: spoolFolder, holdMs: Number.POSITIVE_INFINITY } } : {}),
      });
      return {};
    },
    track: ({ event }) => opened().track(event as never),
    trackNow: ({ event, timeoutMs }) => opened().trackNow(event as never, { timeoutMs: Number(timeoutMs) }),
    batch: async ({ events, timeoutMs }) => ({
      verdicts: await opened().batch(events as never, { timeoutMs: Number(timeoutMs) }),
    }),
    dryRun: ({ event }) => opened().dryRun(event as never),
    lookUp: ({ key }) => opened().lookUp(String(key)),
    flush: ({ timeoutMs }) => opened().flush({ timeoutMs: Number(timeoutMs) }),
    close: ({ timeoutMs }) => opened().close({ timeoutMs: Number(timeoutMs) }),
    clock: ({ jumpMs }) => {
      jump(Number(jumpMs));
      return {};
    },
    inspect: () => ({ text: inspect(client, { depth: 9, showHidden: true }) }),
  };
  return {
    async ask(request) {
      try {
        return (await actions[String(request.do)]?.(request)) as Reply;
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    output: () => '',
    signal: () => undefined,
    async kill() {
      await client?.close({ timeoutMs: 0 });
    },
  };
}

/** These stop, fork or kill a process: node.package.test has them, with the built client. */
const ofProcesses = ({ group, name }: (typeof cases)[number]): boolean =>
  group === 'freeze' || group === 'fork' || name.includes('of a killed process');

describe('the contract of clients, by the sources of @dai/node', () => {
  it.each(cases.filter((one) => !ofProcesses(one)))('$group: $name', async (one) => {
    const [outcome] = await runCases(openAdapter, [one]);
    expect(outcome).toMatchObject({ result: 'passed', detail: '' });
  });
});
