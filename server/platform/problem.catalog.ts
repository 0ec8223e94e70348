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
    'Idempotency key required',
    'Send the header Idempotency-Key with 1 to 255 visible ASCII characters and reuse it for retries of the same request.',
  ),
  PROVIDER_KEY_REJECTED: kind(
    400,
    'Provider key rejected',
    'Check the key at the provider and send a live one. It was used for this one call and is stored nowhere.',
  ),
  PROVIDER_PERMISSION_MISSING: kind(
    400,
    'Provider key lacks permission',
    'Give the key the billing permission at the provider, or use one that has it.',
  ),
  UNAUTHENTICATED: kind(
    401,
    'Missing or invalid credential',
    '`errors` says which: missing, invalid, expired, revoked or placeholder_not_expanded. Send `Authorization: Bearer <token>` with a live credential.',
  ),
  WRONG_CREDENTIAL: kind(
    403,
    'Credential type not allowed',
    'Use the kind of credential that the detail names. Tracking keys, workflow tokens, enterprise keys and sessions are not interchangeable.',
  ),
  INSUFFICIENT_SCOPE: kind(403, 'Insufficient scope', 'Create a token with the scope that the detail names.'),
  PROJECT_SCOPED_TOKEN: kind(
    403,
    'Account-level token required',
    'Use an account-level token: one that is not bound to a project.',
  ),
  SESSION_REQUIRED: kind(
    403,
    'Session required',
    'Open the workspace in a browser and sign in. A token cannot replace a session here.',
  ),
  CROSS_ORIGIN: kind(
    403,
    'Cross-origin request refused',
    'A session may write from the workspace address alone: send a same-origin Origin or Sec-Fetch-Site header. MCP is reached under the names of this service alone: Host and Origin must be one of them.',
  ),
  NOT_A_MEMBER: kind(403, 'Insufficient role in the organization', 'Ask an owner or admin of the organization.'),
  APPROVAL_REQUIRED: kind(
    403,
    'Approval required',
    'Ask the owner to open `approvalUrl`, look at the content and approve it; an approval counts for 24 hours and for that content alone.',
  ),
  NOT_FOUND: kind(404, 'Not found', 'Check the id. A resource of another tenant also answers 404.'),
  METHOD_NOT_ALLOWED: kind(405, 'Method not allowed', 'The Allow header lists the methods.'),
  IDEMPOTENCY_CONFLICT: kind(
    409,
    'Idempotency key reused with another payload',
    'Do not change a sent event or request: reuse a key only with the same payload. `changed` lists what differs.',
  ),
  IDEMPOTENCY_IN_PROGRESS: kind(
    409,
    'The first request with this key still runs',
    'Wait as Retry-After says and send the same request again.',
    true,
  ),
  STATE_CONFLICT: kind(409, 'Not allowed in the current state', 'Read the state again, then decide.'),
  STALE_REVISION: kind(
    409,
    'The record has changed since you read it',
    'Read it again, look at what changed, and decide again with its present revision.',
  ),
  ENTRY_LIMIT: kind(
    409,
    'Month limit reached',
    'A provider and currency have 24 months. Remove one that you name; none is ever dropped by itself.',
  ),
  SOURCE_CHANGED: kind(
    409,
    'Source changed since it was read',
    'Read the source again and import its current content. Nothing was stored.',
  ),
  PLAN_NOT_SAVED: kind(
    409,
    'Plan not saved',
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
    'Unsupported media type',
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
    'Internal error',
    'An error on our side. Check what was stored before you retry, and report the request id.',
    true,
  ),
  PROVIDER_FAILED: kind(
    502,
    'Provider error',
    'The provider’s response could not be used. Nothing was changed; try again later.',
    true,
  ),
  UNAVAILABLE: kind(
    503,
    'Service unavailable',
    'Wait as Retry-After says. Check what was stored before you retry a write; a retried event with its own key is safe.',
    true,
  ),
  PROVIDER_TIMEOUT: kind(
    504,
    'Provider timeout',
    'The provider did not answer within eight seconds. Nothing was changed; try again later.',
    true,
  ),
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemCatalog;

/** Tells a code of the catalog from any other string, for the transport that receives one. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalog, code);
}
