/** The meaning of an error code; the catalog is also what `/problems/{code}` shows (decisions §2, Errors). */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** The remedy for the caller, in one or two sentences that are safe to show an agent. */
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
    'See `results` for the error of each item. Nothing was stored.',
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
    'Check the key at the provider and send a live one. The key was used for this call only and was not stored.',
  ),
  PROVIDER_PERMISSION_MISSING: kind(
    400,
    'Provider key lacks permission',
    'Give the key the billing permission at the provider, or use one that has it.',
  ),
  UNAUTHENTICATED: kind(
    401,
    'Missing or invalid credential',
    '`errors` gives the reason: missing, invalid, expired, revoked or placeholder_not_expanded. Send `Authorization: Bearer <token>` with a live credential.',
  ),
  WRONG_CREDENTIAL: kind(
    403,
    'Credential type not allowed',
    'Use the type of credential named in `detail`. Tracking keys, workflow tokens, enterprise keys and sessions are not interchangeable.',
  ),
  INSUFFICIENT_SCOPE: kind(403, 'Insufficient scope', 'Create a token with the scope named in `detail`.'),
  PROJECT_SCOPED_TOKEN: kind(
    403,
    'Account-level token required',
    'Use an account-level token, which is not scoped to a project.',
  ),
  SESSION_REQUIRED: kind(
    403,
    'Session required',
    'Open the workspace in a browser and sign in. A token cannot replace a session here.',
  ),
  CROSS_ORIGIN: kind(
    403,
    'Cross-origin request refused',
    'Sessions can write only from the workspace’s own origin: send a same-origin Origin or Sec-Fetch-Site header. For MCP, Host and Origin must be names of this service.',
  ),
  NOT_A_MEMBER: kind(403, 'Insufficient role in the organization', 'Ask an owner or admin of the organization.'),
  APPROVAL_REQUIRED: kind(
    403,
    'Approval required',
    'Ask the owner to open `approvalUrl`, review the content and approve it. An approval is valid for 24 hours and for that content only.',
  ),
  PLAN_REQUIRED: kind(
    403,
    'Paid plan required',
    'This needs the paid plan of the organization. `detail` names what the plan lacks; an operator of this service grants it.',
  ),
  SECOND_FACTOR_REQUIRED: kind(
    403,
    'Second factor required',
    '`errors` says what is needed: enroll (set up a second factor in the profile), verify (enter a current code) or password (enter the password again). Then send the request again.',
  ),
  NOT_FOUND: kind(404, 'Not found', 'Check the id. A resource of another tenant also answers 404.'),
  METHOD_NOT_ALLOWED: kind(405, 'Method not allowed', 'Use one of the methods in the Allow header.'),
  IDEMPOTENCY_CONFLICT: kind(
    409,
    'Idempotency key reused with another payload',
    'Reuse an idempotency key only with the same payload. `changed` lists the fields that differ.',
  ),
  IDEMPOTENCY_IN_PROGRESS: kind(
    409,
    'A request with this key is still in progress',
    'Wait for the time in Retry-After, then send the same request again.',
    true,
  ),
  STATE_CONFLICT: kind(409, 'Not allowed in the current state', 'Fetch the current state before you retry.'),
  STALE_REVISION: kind(
    409,
    'The record has changed since you read it',
    'Fetch the record again, review the changes and retry with its current revision.',
  ),
  ENTRY_LIMIT: kind(
    409,
    'Limit of entries reached',
    '`detail` names the bound. Remove an entry that is no longer needed, then retry; none is removed automatically.',
  ),
  GONE: kind(
    410,
    'No longer published',
    'This snapshot was computed by a methodology that was superseded. `detail` refers to the entry of the defect log; read a newer snapshot.',
  ),
  SOURCE_CHANGED: kind(
    409,
    'Source changed since it was read',
    'Read the source again and import its current content. Nothing was stored.',
  ),
  PLAN_NOT_SAVED: kind(
    409,
    'Plan not saved',
    'Open `saveUrl` in a browser, sign in and save the plan; then retry. Reading or copying a plan does not save it.',
  ),
  URI_TOO_LONG: kind(
    414,
    'The address is too long',
    'An address can have at most 16 KiB. Send longer input in the body, where the endpoint accepts one.',
  ),
  HEADERS_TOO_LARGE: kind(
    431,
    'The headers are too large',
    'All headers together can have at most 16 KiB. Remove cookies and headers that this service does not need.',
  ),
  PAYLOAD_TOO_LARGE: kind(
    413,
    'The body is too large',
    'One event may have 32 KiB of canonical JSON, a batch 2 MiB, an imported file 10 MiB and 50,000 rows, other bodies 256 KiB. Nothing was stored.',
  ),
  UNSUPPORTED_MEDIA_TYPE: kind(
    415,
    'Unsupported media type',
    'Send Content-Type: application/json in UTF-8, or a file as multipart/form-data.',
  ),
  RATE_LIMITED: kind(
    429,
    'Too many requests',
    'Wait for the time in Retry-After, then retry with backoff. RateLimit and RateLimit-Policy describe the limit.',
    true,
  ),
  INTERNAL: kind(
    500,
    'Internal error',
    'Something went wrong on our side. Check what was stored before you retry, and report the request id.',
    true,
  ),
  PROVIDER_FAILED: kind(
    502,
    'Provider error',
    'The provider returned an unusable response. Nothing was changed; try again later.',
    true,
  ),
  UNAVAILABLE: kind(
    503,
    'Service unavailable',
    'Wait for the time in Retry-After, then retry. Check what was stored before you retry a write; an event can be retried safely with its idempotency key.',
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
