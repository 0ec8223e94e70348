import type { TypedDocumentString } from './generated/operations.js';
import { isRecord, problemOf, Refusal, readProblem } from './problem.js';
import { type ProofKind, requestProof } from './proof.js';
import { queryClient, sessionKey } from './query-client.js';
import { askToSignInAgain } from './reentry.js';

/** Runs one GraphQL operation with the session's cookie; what the service refuses is thrown as a `Refusal`. */
export const ask = <Answer, Variables>(
  operation: TypedDocumentString<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> => inSession(() => askOnce(operation, variables, signal));

/**
 * Sends a request once more when its session had ended and the same person is signed in again, or when it needed a fresh proof
 * that was given: refused for that, it stored nothing, and what was typed is still there to be sent.
 */
async function inSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const problem = problemOf(error);
    const proof = problem.code === 'SECOND_FACTOR_REQUIRED' ? problem.errors[0]?.code : undefined;
    if (proof === 'enroll') void queryClient.invalidateQueries({ queryKey: sessionKey });
    const goesOn = isProof(proof) ? await requestProof(proof) : problem.status === 401 && (await askToSignInAgain());
    if (!goesOn) throw error;
    return send();
  }
}

const isProof = (code: string | undefined): code is ProofKind => code === 'verify' || code === 'password';

/** The same without asking the user to sign in: for the question who is signed in. */
export async function askOnce<Answer, Variables>(
  operation: TypedDocumentString<Answer, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer> {
  const { body, response } = await post('/graphql', { query: operation.toString(), variables }, signal);
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
  if (errors.length > 0) throw new Refusal(readProblem(extensionsOf(errors[0]), response));
  if (!response.ok || !isRecord(body) || !isRecord(body.data)) throw new Refusal(readProblem(body, response));
  // The one place where an untyped answer gets its type: the document was checked against the schema that wrote it.
  return body.data as Answer;
}

/** The factors with which a sign-in can be completed; a recovery code always can. */
export type FactorKind = 'app' | 'passkey';

interface AuthAnswer {
  /** The factors that a sign-in waits for; null where it waits for none. */
  readonly factors: readonly FactorKind[] | null;
  /** The browser's question for a passkey. */
  readonly options: object | null;
  /** The address at which single sign-on goes on. */
  readonly url: string | null;
}

type AuthPath =
  | 'sign-in/email'
  | 'sign-in/second-factor'
  | 'sign-in/passkey'
  | 'passkey-options'
  | 'sign-up/email'
  | 'single-sign-on'
  | 'change-password'
  | 'sign-out'
  | 'send-verification-email'
  | 'request-password-reset'
  | 'reset-password';

/**
 * Calls one of the sign-in paths, which are REST because they set the session's cookie (decisions §2). Of these only changing
 * the password needs a session; elsewhere 401 is about what was typed.
 */
export const askAuth = (path: AuthPath, input: object): Promise<AuthAnswer> =>
  path === 'change-password' || ('purpose' in input && input.purpose === 'connect')
    ? inSession(() => runAuth(path, input))
    : runAuth(path, input);

async function runAuth(path: AuthPath, input: object): Promise<AuthAnswer> {
  const { body, response } = await post(`/api/auth/${path}`, input);
  if (!response.ok) throw new Refusal(readProblem(body, response));
  const answer = isRecord(body) ? body : {};
  return {
    factors: answer.secondFactor === true ? factorsIn(answer.factors) : null,
    options: isRecord(answer.options) ? answer.options : null,
    url: typeof answer.url === 'string' ? answer.url : null,
  };
}

/** The factors in a list of texts. */
export const factorsIn = (texts: unknown): FactorKind[] =>
  (Array.isArray(texts) ? texts : []).filter((one): one is FactorKind => one === 'app' || one === 'passkey');

/** Sends a file with its fields; an upload is REST because a file is no GraphQL value (decisions §2, named exceptions). */
export const askUpload = (
  path: '/api/imports/catalog' | '/api/imports/tracking-csv',
  form: FormData,
  signal?: AbortSignal,
): Promise<unknown> => inSession(() => upload(path, form, signal));

async function upload(path: string, form: FormData, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    body: form,
    signal: signal ?? null,
  });
  const body = parseJson(await response.text());
  if (!response.ok || !isRecord(body)) throw new Refusal(readProblem(body, response));
  return body;
}

/** Reads the text of a download: it is a stream, which GraphQL has none of; one that broke off is an error. */
export const askDownload = (address: string, signal: AbortSignal): Promise<string> =>
  inSession(async () => {
    const response = await fetch(address, { credentials: 'same-origin', signal });
    const text = await response.text();
    if (!response.ok) throw new Refusal(readProblem(parseJson(text), response));
    return text;
  });

/** Reads a document that the gateway publishes for everyone, which is a file (decision 0147). */
export async function readDocument(path: '/clients/index.json', signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, { headers: { Accept: 'application/json' }, signal: signal ?? null });
  const body = parseJson(await response.text());
  if (!response.ok) throw new Refusal(readProblem(body, response));
  return body;
}

async function post(path: string, input: object, signal?: AbortSignal): Promise<{ body: unknown; response: Response }> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(input),
    signal: signal ?? null,
  });
  const text = await response.text();
  return { body: parseJson(text), response };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** graphql-js puts the problem's members into `extensions`; an error without them still has its message. */
function extensionsOf(error: unknown): unknown {
  if (!isRecord(error)) return null;
  return isRecord(error.extensions) ? { detail: error.message, ...error.extensions } : error;
}
