import { HttpError } from 'react-admin';
import type { FieldNote } from './generated/operations.js';

/** The members of the service's problem bodies, the same at every transport (spec §7). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly errors: readonly FieldNote[];
  /** The month to make room with, where there are too many of one kind (ENTRY_LIMIT). */
  readonly oldestMonth?: string;
}

/** A refusal as react-admin wants it; `body.errors` names form fields, so that each error stands where it belongs. */
export class Refusal extends HttpError {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail, problem.status, { errors: fieldErrors(problem) });
    // react-admin's HttpError pins its own prototype, which would hide this class.
    Object.setPrototypeOf(this, Refusal.prototype);
    this.problem = problem;
  }
}

/** The form field of a pointer like `/name`, `/pricing/url` or `/aliases/0`; empty where it points at the whole. */
export function fieldOf({ pointer }: Pick<FieldNote, 'pointer'>): string {
  const steps = pointer
    .replace(/^\/input(?=\/)/, '')
    .split('/')
    .slice(1);
  const item = steps.findIndex((step) => /^\d+$/.test(step));
  return (item < 0 ? steps : steps.slice(0, item)).join('.');
}

/** The first error of each form field. */
export function fieldErrors(problem: Problem): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of problem.errors) {
    const field = fieldOf(error);
    if (field && !(field in fields)) fields[field] = textOfNote(error);
  }
  return fields;
}

/** The same for a form that warns of unsaved changes: react-hook-form takes a refusal that names no field for a success. */
export function formErrors(problem: Problem): object {
  const errors = fieldErrors(problem);
  return Object.keys(errors).length > 0 ? errors : { root: { refused: problem.detail } };
}

/** The problem of a field and its remedy, as one text. */
export const textOfNote = ({ detail, hint }: Pick<FieldNote, 'detail' | 'hint'>): string => {
  const text = hint ? `${detail}${/[.!?]$/.test(detail) ? '' : ':'} ${hint}` : detail;
  return /^[a-z]+\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

/** Says what went wrong in the service's own words where it gave any, and in honest general words where it didn't. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  return {
    status: 0,
    code: 'UNREACHABLE',
    title: 'The server could not be reached',
    detail: 'No answer came back, so it is not known whether anything was stored.',
    requestId: null,
    retryAfterSeconds: null,
    errors: [],
  };
}

/** Reads a problem from an untyped body; where a member is missing or of a wrong type, the status has to do. */
export function readProblem(body: unknown, response: Response): Problem {
  const members = isRecord(body) ? body : {};
  const status = typeof members.status === 'number' ? members.status : response.status;
  const oldestMonth = text(members.oldestMonth);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    code: text(members.code) ?? 'UNEXPECTED',
    title: text(members.title) ?? `The server answered ${status}`,
    detail: text(members.detail) ?? text(members.message) ?? `The server answered ${status} without saying why.`,
    requestId: text(members.requestId) ?? response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    errors: Array.isArray(members.errors) ? members.errors.filter(isRecord).map(readFieldProblem) : [],
    ...(oldestMonth ? { oldestMonth } : {}),
  };
}

function readFieldProblem(members: Record<string, unknown>): FieldNote {
  return {
    pointer: text(members.pointer) ?? '',
    code: text(members.code) ?? '',
    detail: text(members.detail) ?? '',
    hint: text(members.hint),
  };
}

/** Tells a JSON object from everything else. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
