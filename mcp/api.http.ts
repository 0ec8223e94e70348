import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Api, Reply } from './api.js';
import type { TokenReading } from './options.js';
import { type Problem, refuse } from './problem.js';
import { SERVER } from './server.js';

/** How long the gateway may take for one answer. */
const ANSWER_TIMEOUT_MS = 20_000;
/** More than any answer of ours; a longer answer is not DAI's. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    requestId: z.string(),
    retryable: z.boolean(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string(), hint: z.string().optional() }))
      .optional(),
  })
  .loose();
const refusedByOperation = z.object({ errors: z.tuple([z.object({ extensions: problem })], z.unknown()) });
const answered = z.object({ data: z.object({ reply: z.unknown() }) });

/** Why no answer came, in our own words: other parties' text is no text for a model. */
class NoAnswer extends Error {}

/**
 * Asks a gateway over `/graphql`. It follows no redirect, so that a token goes nowhere else. A placeholder or a credential of another kind
 * is not sent at all; what needs a credential is then refused with the reason. `signal` ends what is under way, `timeoutMs` one answer.
 */
export function openHttpApi(
  apiUrl: string,
  token: TokenReading,
  signal: AbortSignal,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Api {
  async function send(document: string, variables: Record<string, unknown>, requestId: string): Promise<string> {
    const response = await fetch(`${apiUrl}/graphql`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'User-Agent': `dai-mcp/${SERVER.version}`,
        'X-Request-Id': requestId,
        ...(token.kind === 'token' ? { Authorization: `Bearer ${token.token}` } : {}),
      },
      body: JSON.stringify({ query: document, variables }),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new NoAnswer(`${apiUrl} redirects: give --api the address that it redirects to.`);
    }
    return boundedText(response);
  }

  return {
    baseUrl: apiUrl,
    async ask(document, variables): Promise<Reply> {
      const requestId = randomUUID();
      try {
        const body = parsed(await send(document, variables, requestId));
        if (holdsToken(body, token))
          throw new NoAnswer(`${apiUrl} repeats the credential, which DAI never does: check --api.`);
        const reply = replyIn(body);
        if (!reply) throw new NoAnswer(`${apiUrl} does not answer as DAI does: check --api.`);
        return 'problem' in reply ? { problem: withReason(reply.problem, token) } : reply;
      } catch (error) {
        return { problem: refuse('UNAVAILABLE', apiUrl, why(error, apiUrl, timeoutMs), { requestId }).problem };
      }
    },
  };
}

/** GraphQL's answer, or the bare problem of whatever refused the request before GraphQL saw it; null for anything else. */
function replyIn(body: unknown): Reply | null {
  const refused = refusedByOperation.safeParse(body);
  if (refused.success) return { problem: refused.data.errors[0].extensions };
  const bare = problem.safeParse(body);
  if (bare.success) return { problem: bare.data };
  const read = answered.safeParse(body);
  return read.success ? { reply: read.data.data.reply } : null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An address that is not DAI may send back what it was sent; the token must not go on to a model. */
const holdsToken = (body: unknown, token: TokenReading): boolean =>
  token.kind === 'token' && (JSON.stringify(body) ?? '').includes(JSON.stringify(token.token).slice(1, -1));

/** The gateway saw no credential although this process was started with one. */
function withReason(refused: Problem, token: TokenReading): Problem {
  if (token.kind !== 'refused' || refused.code !== 'UNAUTHENTICATED') return refused;
  const { code, detail } = token;
  return { ...refused, detail, errors: [{ pointer: '', code, detail }] };
}

function why(error: unknown, apiUrl: string, timeoutMs: number): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${apiUrl} did not answer within ${timeoutMs / 1000} s; nothing is known of the request.`;
  return `${apiUrl} cannot be reached: check --api and whether the service runs.`;
}

/** The body as text; an answer that is longer than any of ours ends the reading. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new NoAnswer('The answer is longer than any of DAI: check --api.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
