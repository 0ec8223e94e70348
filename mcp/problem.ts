import { randomUUID } from 'node:crypto';

/** One wrong field of a call: an RFC 6901 pointer into the tool's input, a stable code and a sentence; never a value. */
export interface FieldProblem {
  pointer: string;
  code: string;
  detail: string;
  hint?: string;
}

/** The members of a problem (RFC 9457) as every transport sends them; in MCP they are the `structuredContent` of an error result (decisions §2). */
export interface Problem extends Record<string, unknown> {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  requestId: string;
  retryable: boolean;
  errors?: FieldProblem[];
}

/** A refusal on its way to the model. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The refusals that can come before, or without, a word of the gateway. */
const OWN = {
  VALIDATION_FAILED: { status: 400, title: 'The payload is invalid', retryable: false },
  UNAUTHENTICATED: { status: 401, title: 'Missing or invalid credential', retryable: false },
  INTERNAL: { status: 500, title: 'Internal error', retryable: true },
  UNAVAILABLE: { status: 503, title: 'Service unavailable', retryable: true },
} as const;

/** A refusal of this side's own; `baseUrl` is where its code is explained. */
export const refuse = (
  code: keyof typeof OWN,
  baseUrl: string,
  detail: string,
  more: { readonly errors?: FieldProblem[]; readonly requestId?: string } = {},
): Refused =>
  new Refused({
    type: `${baseUrl}/problems/${code}`,
    title: OWN[code].title,
    status: OWN[code].status,
    code,
    detail,
    requestId: more.requestId ?? randomUUID(),
    retryable: OWN[code].retryable,
    ...(more.errors ? { errors: more.errors } : {}),
  });

/** The refusal of input with these fields wrong, in the gateway's own sentence. */
export const refuseInput = (baseUrl: string, errors: FieldProblem[]): Refused =>
  refuse(
    'VALIDATION_FAILED',
    baseUrl,
    errors.length === 1 ? '1 field needs correction' : `${errors.length} fields need correction`,
    { errors },
  );
