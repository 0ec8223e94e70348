// @ts-check
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as afterMs, setImmediate as afterwards } from 'node:timers/promises';
import { isTrackingKey, trackUrlOf } from './usage-receipts.options.mjs';
import { postReceipt } from './usage-receipts.post.mjs';

/** One receipt may take this long, its retry included. */
const TIME_LIMIT_MS = 10_000;
/** Receipts under way at once; one more is dropped and counted, so that memory stays small however many calls there are. */
const UNDER_WAY_MAX = 32;

const STDERR = 2;

/** @typedef {import('./usage-receipts.options.mjs').UsageOptions} UsageOptions */
/** @typedef {{ reported<Callback>(mcpTool: string, callback: Callback): Callback, close(limitMs: number): Promise<void> }} UsageReceipts */

/**
 * Reports one receipt for each tool call: MCP_TOOL_CALL_SUCCEEDED, or MCP_TOOL_CALL_FAILED when the tool threw or answered `isError`.
 * A receipt holds names, ids and numbers, never arguments or results. Whatever becomes of it, the caller of the tool never notices.
 * Without a key and an address nothing is reported and the callbacks stay as they are.
 *
 * @param {UsageOptions} options
 * @returns {UsageReceipts}
 */
export function openUsageReceipts({ apiUrl, trackingKey, product, userId, accountDomain, workflowId, mcpServer }) {
  /** @type {UsageReceipts} */
  const silent = { reported: (_mcpTool, callback) => callback, close: async () => undefined };
  if (!apiUrl || !trackingKey) return silent;
  const url = trackUrlOf(apiUrl);
  if (url === null || !isTrackingKey(trackingKey) || !userId) {
    const wrong = url === null ? 'the address' : userId ? 'the tracking key' : 'the user id';
    tell(`Usage receipts are off: ${wrong} is missing or cannot be used.`);
    return silent;
  }

  const runId = randomUUID(); // one process serves one host: its calls are one run
  /** @type {Map<AbortController, Promise<void>>} */
  const underWay = new Map();
  const counts = { stored: 0, lost: 0, dropped: 0 };
  let timeLimitMs = TIME_LIMIT_MS;

  /** @type {(kind: 'lost' | 'dropped', why: string) => void} */
  const miss = (kind, why) => {
    counts[kind] += 1;
    if (counts[kind] === 1) tell(`A usage receipt was not stored: ${why}. Further ones are only counted.`);
  };

  /** @type {(mcpTool: string, latencyMs: number, success: boolean) => string} */
  const eventOf = (mcpTool, latencyMs, success) => {
    const idempotencyKey = randomUUID(); // of this execution; a retry sends the same text again, and so the same key
    const account = accountDomain ? { domain: accountDomain } : undefined;
    const workflow = { id: workflowId ?? mcpServer, runId };
    const call = { mcpServer, mcpTool, requestCount: 1, latencyMs: Math.round(latencyMs), success };
    const fields = { product, user: { id: userId }, account, workflow, ...call, idempotencyKey };
    return JSON.stringify({
      event_name: success ? 'MCP_TOOL_CALL_SUCCEEDED' : 'MCP_TOOL_CALL_FAILED',
      developer_id: userId,
      account_domain: accountDomain || undefined,
      product,
      occurredAt: new Date().toISOString(),
      idempotencyKey,
      metadata: { usageReceipt: { contract: 'service-usage-receipt-v1', receiptType: 'mcp_tool_call', ...fields } },
    });
  };

  /** @type {(body: string, ending: AbortController) => Promise<void>} */
  const send = async (body, ending) => {
    const limit = setTimeout(() => ending.abort(), timeLimitMs);
    try {
      await afterwards(); // the result is handed back first
      let answer = await postReceipt(url, trackingKey, body, ending.signal);
      if (!answer.stored && answer.retryAfterMs !== undefined) {
        await afterMs(answer.retryAfterMs, undefined, { signal: ending.signal });
        answer = await postReceipt(url, trackingKey, body, ending.signal);
      }
      if (answer.stored) counts.stored += 1;
      else miss('lost', answer.why);
    } catch {
      miss('lost', 'the service took too long');
    } finally {
      clearTimeout(limit);
      underWay.delete(ending);
    }
  };

  /** @type {(mcpTool: string, startedAt: number, extra: any, outcome: { result: any } | undefined) => void} */
  const report = (mcpTool, startedAt, extra, outcome) => {
    try {
      if (extra?.signal?.aborted) return; // the host cancelled the call: neither a success nor a failure of the tool
      if (underWay.size >= UNDER_WAY_MAX) return miss('dropped', `${UNDER_WAY_MAX} others are under way`);
      const success = outcome !== undefined && outcome.result?.isError !== true;
      const body = eventOf(mcpTool, performance.now() - startedAt, success);
      const ending = new AbortController();
      underWay.set(ending, send(body, ending));
    } catch {
      miss('lost', 'it could not be written'); // a result whose isError throws is still the tool's own affair
    }
  };

  return {
    /** Wraps a tool's callback; what it answers or throws is passed on as it is, the same object. */
    reported: (mcpTool, callback) => {
      /** @type {any} */
      const tool = callback;
      /** @type {any} */
      const wrapped = async (/** @type {any[]} */ ...args) => {
        const startedAt = performance.now();
        /** @type {{ result: any } | undefined} */
        let outcome;
        try {
          outcome = { result: await tool(...args) };
          return outcome.result;
        } finally {
          report(mcpTool, startedAt, args.at(-1), outcome);
        }
      };
      return wrapped;
    },
    /** Gives receipts that are under way, and those of calls that end later, this long; then gives them up. Says what became of all. */
    close: async (limitMs) => {
      timeLimitMs = Math.min(timeLimitMs, limitMs);
      const bound = setTimeout(() => {
        for (const ending of underWay.keys()) ending.abort();
      }, limitMs);
      await Promise.all(underWay.values());
      clearTimeout(bound);
      const { stored, lost, dropped } = counts;
      if (stored + lost + dropped > 0)
        tell(`Usage receipts: ${stored} stored, ${lost} not stored, ${dropped} dropped.`);
    },
  };
}

/** Says a line to people: stdout belongs to the protocol, and a host that closed stderr must not end the process. @param {string} line */
function tell(line) {
  try {
    writeSync(STDERR, `${line}\n`);
  } catch {}
}
