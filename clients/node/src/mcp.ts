import type { Client } from './client.types.js';

/** A tool call as the callbacks see it. It has neither arguments nor results. */
export interface ToolCall {
  readonly tool: string;
  /** The session of the transport, where it has sessions. */
  readonly sessionId: string | undefined;
  /** The verified token of the caller, where the server has a resource of OAuth. */
  readonly authInfo: unknown;
  /** The rest that the transport hands on with the message, such as headers of the request. */
  readonly extra: unknown;
}

type Callback<Value> = (call: ToolCall) => Value | null | undefined | Promise<Value | null | undefined>;

export interface InstrumentOptions {
  readonly client: Client;
  /** The stable name of the server. */
  readonly mcpServer: string;
  /** The stable identifier of the developer who calls. Without one nothing is sent. */
  readonly developerOf: Callback<string>;
  /** The customer's domain. */
  readonly accountOf?: Callback<string> | undefined;
  /** The workflow that the call belongs to. */
  readonly workflowOf?: Callback<{ readonly id: string; readonly runId?: string | undefined }> | undefined;
}

export interface ToolCallCounts {
  /** Calls whose event the client took. */
  readonly reported: number;
  /** Calls of which nothing was sent, because `developerOf` named no one or failed. */
  readonly withoutDeveloper: number;
  /** Calls that were cancelled, go on as a task, or ask for more: their outcome is not known. */
  readonly withoutOutcome: number;
  /** Calls whose event the client could not take. */
  readonly dropped: number;
}

export interface Instrumented {
  readonly counts: ToolCallCounts;
}

/** The part of a server that is used; those of the official SDK 1 and 2 have it, and so do the servers inside of them. */
interface Connectable {
  connect(transport: never): Promise<void>;
}
export type InstrumentableServer = Connectable & { readonly server?: Connectable | undefined };

interface Observed {
  onmessage?: unknown;
  sessionId?: string | undefined;
  send(message: unknown, ...rest: unknown[]): Promise<void>;
}

interface Call {
  readonly tool: string;
  readonly began: number;
  readonly extra: unknown;
}

/** A client that never gets its answers shall not fill the memory. */
const CALLS_MAX = 10_000;
const NAMES_MAX = 1_000;
const LATENCY_MS_MAX = 24 * 60 * 60 * 1000;
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;
const UNKNOWN_TOOL = 'unknown';

const instrumented = new WeakMap<object, Instrumented>();
/** Names that a server has listed, or has answered a call of; another one is the caller's text, and is not sent. */
const namesOf = new WeakMap<Client, Map<string, Set<string>>>();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, lengthMax: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= lengthMax ? value : null;

/**
 * Reports each tool call of a server as an event with a receipt: server, tool, duration and success. It reads the messages of the server's
 * connections and changes none, so that a call has the same result whatever becomes of its event.
 */
export function instrument(server: InstrumentableServer, options: InstrumentOptions): Instrumented {
  const target: Connectable = server.server ?? server;
  const known = instrumented.get(target);
  if (known) return known;
  if (textOf(options.mcpServer, 200) === null)
    throw new TypeError('mcpServer must be a name of at most 200 characters.');
  const counts = { reported: 0, withoutDeveloper: 0, withoutOutcome: 0, dropped: 0 };
  const names = namesFor(options.client, options.mcpServer);

  function observe(transport: Observed): void {
    const calls = new Map<unknown, Call>();

    function received(message: unknown, extra: unknown): void {
      if (!isRecord(message)) return;
      const { method, id } = message;
      const params = isRecord(message.params) ? message.params : {};
      if (method === 'notifications/cancelled' && calls.delete(params.requestId)) counts.withoutOutcome += 1;
      if (method === 'tools/list' && id !== undefined) calls.set(id, { tool: '', began: 0, extra: null });
      if (method !== 'tools/call' || id === undefined) return;
      calls.set(id, { tool: String(params.name), began: performance.now(), extra });
      if (calls.size <= CALLS_MAX) return;
      calls.delete(calls.keys().next().value);
      counts.withoutOutcome += 1;
    }

    function answered(message: unknown, at: number): void {
      if (!isRecord(message) || 'method' in message) return;
      const call = calls.get(message.id);
      if (!call || !calls.delete(message.id)) return;
      if (call.tool === '') return learn(message.result);
      const { result } = message;
      const isOver = !isRecord(result) || ((result.resultType ?? 'complete') === 'complete' && !('task' in result));
      if (!isOver) {
        counts.withoutOutcome += 1;
        return;
      }
      const success = isRecord(result) && result.isError !== true;
      const toolCall: ToolCall = {
        tool: nameOf(call.tool, success),
        sessionId: transport.sessionId,
        authInfo: isRecord(call.extra) ? call.extra.authInfo : undefined,
        extra: call.extra,
      };
      void report(toolCall, success, Math.min(Math.max(0, Math.round(at - call.began)), LATENCY_MS_MAX));
    }

    watchMessages(transport, received);
    const { send } = transport;
    transport.send = function sendObserved(this: Observed, message: unknown, ...rest: unknown[]): Promise<void> {
      const at = performance.now();
      const sending = send.call(this, message, ...rest);
      quietly(() => answered(message, at));
      return sending;
    };
  }

  function learn(result: unknown): void {
    if (!isRecord(result) || !Array.isArray(result.tools)) return;
    for (const tool of result.tools) if (isRecord(tool)) addName(String(tool.name));
  }

  function addName(name: string): void {
    if (TOOL_NAME.test(name) && names.size < NAMES_MAX) names.add(name);
  }

  function nameOf(given: string, success: boolean): string {
    if (success) addName(given);
    return names.has(given) ? given : UNKNOWN_TOOL;
  }

  async function report(call: ToolCall, success: boolean, latencyMs: number): Promise<void> {
    const { client, mcpServer, developerOf, accountOf, workflowOf } = options;
    const [developer, account, workflow] = await Promise.all([
      answerOf(developerOf, call),
      answerOf(accountOf, call),
      answerOf(workflowOf, call),
    ]);
    const developerId = textOf(developer, 200);
    if (developerId === null) {
      counts.withoutDeveloper += 1;
      return;
    }
    const domain = textOf(account, 255);
    const members = workflowMembers(workflow);
    const { accepted } = client.track({
      event_name: success ? 'MCP_TOOL_CALL_SUCCEEDED' : 'MCP_TOOL_CALL_FAILED',
      developer_id: developerId,
      ...(domain === null ? {} : { account_domain: domain }),
      metadata: {
        usageReceipt: {
          contract: 'service-usage-receipt-v1',
          receiptType: 'mcp_tool_call',
          mcpServer,
          mcpTool: call.tool,
          requestCount: 1,
          latencyMs,
          success,
          ...(members === null ? {} : { workflow: members }),
        },
      },
    });
    if (accepted) counts.reported += 1;
    else counts.dropped += 1;
  }

  const { connect } = target;
  Object.assign(target, {
    connect(transport: never) {
      quietly(() => observe(transport));
      return connect.call(target, transport);
    },
  });
  const { transport } = target as { transport?: Observed };
  if (transport) observe(transport); // it is connected already
  const found: Instrumented = {
    get counts() {
      return { ...counts };
    },
  };
  instrumented.set(target, found);
  return found;
}

function namesFor(client: Client, mcpServer: string): Set<string> {
  const servers = namesOf.get(client) ?? new Map<string, Set<string>>();
  namesOf.set(client, servers);
  const names = servers.get(mcpServer) ?? new Set<string>();
  servers.set(mcpServer, names);
  return names;
}

/** Sees each message before the server does, whenever the server sets its reader. */
function watchMessages(transport: Observed, received: (message: unknown, extra: unknown) => void): void {
  const watched = (read: unknown): unknown =>
    typeof read !== 'function'
      ? read
      : function readObserved(this: unknown, message: unknown, extra: unknown): unknown {
          quietly(() => received(message, extra));
          return read.call(this, message, extra);
        };
  const own = accessorOf(transport, 'onmessage');
  let reader = watched(transport.onmessage);
  if (own?.set && reader !== undefined) own.set.call(transport, reader);
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    enumerable: true,
    get: () => (own?.get ? own.get.call(transport) : reader),
    set(read: unknown) {
      reader = watched(read);
      own?.set?.call(transport, reader);
    },
  });
}

function accessorOf(object: object, name: string): PropertyDescriptor | null {
  for (let one: object | null = object; one; one = Object.getPrototypeOf(one)) {
    const found = Object.getOwnPropertyDescriptor(one, name);
    if (found) return found.set ? found : null;
  }
  return null;
}

function workflowMembers(given: unknown): { id: string; runId?: string } | null {
  const id = textOf(isRecord(given) ? given.id : null, 200);
  if (id === null) return null;
  const runId = textOf(isRecord(given) ? given.runId : null, 200);
  return runId === null ? { id } : { id, runId };
}

/** An error of a callback must not become the tool's. */
async function answerOf<Value>(callback: Callback<Value> | undefined, call: ToolCall): Promise<Value | null> {
  try {
    return (await callback?.(call)) ?? null;
  } catch {
    return null;
  }
}

function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // An observer has no place to fail in.
  }
}
