import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { orderCalls, ordersMcp, reportingTo } from '../setup/orders-mcp.js';
import { type Behaviour, cut, hang, type ReceiptService, startReceiptService } from '../setup/receipt-service.js';

let service: ReceiptService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const clientInfo = { name: 'host', version: '1.0.0' };
const requested = [
  { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
  ...orderCalls.map((params) => ({ method: 'tools/call', params })),
];
const lines = requested.map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`).join('');

/** The example as a bare process, and what it wrote once it has ended. */
async function spawnOrders(behave: Behaviour) {
  const started = await startReceiptService(behave);
  service = started;
  const child = spawn(process.execPath, [ordersMcp], { env: reportingTo(started.url) });
  return { child, service: started, ended: endOf(child) };
}

async function endOf(child: ChildProcessWithoutNullStreams) {
  let [out, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += String(chunk);
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, out, stderr };
}

describe('the end of the example of an MCP server that reports usage receipts', () => {
  // A receipt may take 10 s: an end within 8 s is not the end of the receipts.
  it('comes by itself after its input closed, while the service hangs, with every answer written and nothing else', {
    timeout: 8_000,
  }, async () => {
    const { child, ended } = await spawnOrders(hang);
    child.stdin.end(lines);
    const { code, signal, out } = await ended;
    expect([code, signal]).toEqual([0, null]);
    const messages = out.trimEnd().split('\n');
    expect(messages.map((line) => JSON.parse(line).jsonrpc)).toEqual(requested.map(() => '2.0'));
    expect(messages.map((line) => JSON.parse(line).id).sort()).toEqual(requested.map((_, id) => id));
  });

  it.each<[string, (child: ChildProcessWithoutNullStreams) => void]>([
    ['its input closed', (child) => void child.stdin.end()],
    ['it was told to stop', (child) => void child.kill('SIGTERM')],
  ])('leaves receipts that are under way a moment after %s', async (_how, end) => {
    const open = Promise.withResolvers<void>();
    const {
      child,
      ended,
      service: asker,
    } = await spawnOrders(async (response) => {
      await open.promise;
      response.end('{"tracked":true}');
    });
    child.stdin.write(lines);
    await asker.reached(3);
    end(child);
    open.resolve();
    expect(await ended).toMatchObject({ code: 0, stderr: 'Usage receipts: 3 stored, 0 not stored, 0 dropped.\n' });
  });

  it('is not brought about by a host that closed the channel for people', async () => {
    const { child, ended, service: asker } = await spawnOrders(cut);
    child.stderr.destroy();
    child.stdin.write(lines);
    await asker.reached(6);
    child.stdin.end();
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});
