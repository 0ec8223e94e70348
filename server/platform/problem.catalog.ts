/** What an error code means; the catalog is also what `/problems/{code}` shows (decisions §2, Errors). */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** What the caller should do, in one or two sentences that are safe to show an agent. */
  readonly remedy: string;
}

const kind = (status: number, title: string, remedy: string, retryable = false): ProblemKind => ({
  status,
  title,
  retryable,
  remedy,
});

export const problemCatalog = {
  MALFORMED_JSON: kind(400, 'The body is not valid JSON', 'Send one JSON value in UTF-8. Nothing was stored.'),
  VALIDATION_FAILED: kind(
    400,
    'The payload is invalid',
    'Correct the fields that `errors` points at and send the request again. Nothing was stored.',
  ),
  BATCH_REFUSED: kind(
    400,
    'Every event of the batch was refused',
    'Look at `results`: each item says what is wrong with it. Nothing was stored.',
  ),
  PRIVATE_CONTENT: kind(
    400,
    'The payload holds private content',
    'Remove the secret, raw prompt, private note or private code that `errors` points at. The value was neither stored nor logged. If it was a live credential, rotate it.',
  ),
  IDEMPOTENCY_KEY_REQUIRED: kind(
    400,
    'An idempotency key is required',
    'Send the header Idempotency-Key with 1 to 255 visible ASCII characters and reuse it for retries of the same request.',
  ),
  PROVIDER_KEY_REJECTED: kind(
    400,
    'The provider refused the key',
    'Check the key at the provider and send a live one. It was used for this one call and is stored nowhere.',
  ),
  PROVIDER_PERMISSION_MISSING: kind(
    400,
    'The key may not read the balance',
    'Give the key the billing permission at the provider, or use one that has it.',
  ),
  UNAUTHENTICATED: kind(
    401,
    'The credential is missing or not valid',
    '`errors` says which: missing, invalid, expired, revoked or placeholder_not_expanded. Send `Authorization: Bearer <token>` with a live credential.',
  ),
  WRONG_CREDENTIAL: kind(
    403,
    'This credential may not do that',
    'Use the kind of credential that the detail names. Tracking keys, workflow tokens, enterprise keys and sessions are not interchangeable.',
  ),
  INSUFFICIENT_SCOPE: kind(403, 'The token lacks a scope', 'Mint a token with the scope that the detail names.'),
  PROJECT_SCOPED_TOKEN: kind(
    403,
    'A project-scoped token may not do that',
    'Use an account-level token: one that is not bound to a project.',
  ),
  SESSION_REQUIRED: kind(
    403,
    'A signed-in person is required',
    'Open the workspace in a browser and sign in. No token stands in for a session here.',
  ),
  CROSS_ORIGIN: kind(
    403,
    'The request comes from another origin',
    'A session may write from the workspace address alone: send a same-origin Origin or Sec-Fetch-Site header. MCP is reached under the names of this service alone: Host and Origin must be one of them.',
  ),
  NOT_A_MEMBER: kind(
    403,
    'Your role in the organization does not allow that',
    'Ask an owner or admin of the organization.',
  ),
  APPROVAL_REQUIRED: kind(
    403,
    'A person has to approve this very content first',
    'Ask the owner to open `approvalUrl`, look at the content and approve it; an approval counts for 24 hours and for that content alone.',
  ),
  NOT_FOUND: kind(
    404,
    'There is nothing here',
    'Check the id and whose it is. What belongs to another tenant also answers 404.',
  ),
  METHOD_NOT_ALLOWED: kind(405, 'This path does not take that method', 'The Allow header lists the methods.'),
  IDEMPOTENCY_CONFLICT: kind(
    409,
    'The key belongs to another payload',
    'Do not change a sent event or request: reuse a key only with the same payload. `changed` lists what differs.',
  ),
  IDEMPOTENCY_IN_PROGRESS: kind(
    409,
    'The first request with this key still runs',
    'Wait as Retry-After says and send the same request again.',
    true,
  ),
  STATE_CONFLICT: kind(409, 'The present state does not allow that', 'Read the state again, then decide.'),
  STALE_REVISION: kind(
    409,
    'The record has changed since you read it',
    'Read it again, look at what changed, and decide again with its present revision.',
  ),
  ENTRY_LIMIT: kind(
    409,
    'There is no room for another month',
    'A provider and currency have 24 months. Remove one that you name; none is ever dropped by itself.',
  ),
  SOURCE_CHANGED: kind(
    409,
    'The source has changed since it was read',
    'Look at the source as it is now, and import that content or leave it. Nothing was stored.',
  ),
  PLAN_NOT_SAVED: kind(
    409,
    'The plan was read and not saved',
    'Open `saveUrl` in a browser, sign in and save the plan; then ask again. Reading or copying a plan does not save it.',
  ),
  URI_TOO_LONG: kind(
    414,
    'The address is too long',
    'An address has at most 16 KiB. Send what is longer in a body, where the path takes one.',
  ),
  HEADERS_TOO_LARGE: kind(
    431,
    'The headers are too large',
    'All headers together have at most 16 KiB. Leave out cookies and headers that this service does not need.',
  ),
  PAYLOAD_TOO_LARGE: kind(
    413,
    'The body is too large',
    'One event may have 32 KiB, a batch 2 MiB, an imported file 10 MiB and 50,000 rows, other bodies 256 KiB. Nothing was stored.',
  ),
  UNSUPPORTED_MEDIA_TYPE: kind(
    415,
    'The body is of another type',
    'Send Content-Type: application/json in UTF-8, or a file as multipart/form-data.',
  ),
  RATE_LIMITED: kind(
    429,
    'Too many requests',
    'Wait as Retry-After says; RateLimit and RateLimit-Policy tell the budget. Back off, do not retry in a storm.',
    true,
  ),
  INTERNAL: kind(
    500,
    'The service failed',
    'This is a fault of ours. Look up what persisted before you retry, and report the request id.',
    true,
  ),
  PROVIDER_FAILED: kind(
    502,
    'The other side answered badly',
    'What we asked another service for did not come in a usable form. Nothing was changed; try again later.',
    true,
  ),
  UNAVAILABLE: kind(
    503,
    'The service cannot answer now',
    'Wait as Retry-After says. Look up what persisted before you retry a write; a retried event with its own key is safe.',
    true,
  ),
  PROVIDER_TIMEOUT: kind(
    504,
    'The other side did not answer in time',
    'Eight seconds passed. Nothing was changed; try again later.',
    true,
  ),
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemCatalog;

/** Tells a code of the catalog from any other string, for the door that receives one. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalog, code);
}
