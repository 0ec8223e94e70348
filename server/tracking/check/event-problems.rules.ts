import type { ErrorObject } from 'ajv/dist/2020.js';
import { pointerTo } from '../../platform/json.rules.js';
import { type FieldProblem, NOT_BLANK } from '../catalog/index.js';
import { hintFor } from './hints.rules.js';

/** At most this many problems are answered: a hostile body must not become a longer answer. */
export const problemsMax = 50;

const requiredHints: Record<string, string> = {
  '/developer_id': 'a CDP userId maps here',
  '/event_name': 'a CDP event maps here',
  '/product': 'send the id, name and type of the product that the tracking key belongs to',
  '/idempotencyKey': 'send the stable id of the event at its source, or event_id instead',
  '/metadata/usageReceipt/receiptType':
    'one of model_call, api_call, mcp_tool_call, spend, build; only a receipt with mcpServer and mcpTool may leave it out',
};

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1) || 'the event';

function missing(pointer: string): FieldProblem {
  const hint = requiredHints[pointer];
  return { pointer, code: 'required', detail: `${nameOf(pointer)} is required`, ...(hint ? { hint } : {}) };
}

function unknownField(parent: string, name: string, hint: string | null): FieldProblem {
  return {
    pointer: pointerTo(parent, name),
    code: 'unknown_field',
    detail: 'This member is not part of the schema',
    ...(hint === null ? {} : { hint }),
  };
}

const hintOfUnknown = (parent: string, name: string): string =>
  hintFor(parent, name) ?? 'leave it out, or put it into metadata if it belongs to the event';

/** Words the validator's error as a problem; null where another of its errors covers it. Values are never repeated. */
function problemOf(error: ErrorObject, hints: boolean): FieldProblem | null {
  const at = error.instancePath;
  const name = nameOf(at);
  switch (error.keyword) {
    case 'required':
      return error.schemaPath.includes('/anyOf/') ? null : missing(pointerTo(at, String(error.params.missingProperty)));
    case 'anyOf':
      return missing(at === '' ? '/idempotencyKey' : `${at}/receiptType`);
    case 'additionalProperties': {
      const member = String(error.params.additionalProperty);
      return unknownField(at, member, hints ? hintOfUnknown(at, member) : null);
    }
    case 'type':
      return {
        pointer: at,
        code: 'wrong_type',
        detail: `${name} must be of type ${String(error.params.type)}`,
        hint: 'leave the member out when its value is unknown',
      };
    case 'maxLength':
      return {
        pointer: at,
        code: 'too_long',
        detail: `${name} may have at most ${String(error.params.limit)} characters`,
      };
    case 'minLength':
      return {
        pointer: at,
        code: 'too_short',
        detail: `${name} must not be empty`,
        hint: 'leave the member out when its value is unknown',
      };
    case 'pattern':
      if (error.params.pattern === NOT_BLANK)
        return { pointer: at, code: 'required', detail: `${name} must not be blank` };
      return {
        pointer: at,
        code: 'pattern',
        detail: `${name} must begin with a letter and hold only A-Z a-z 0-9 _ . : -`,
      };
    case 'minimum':
    case 'maximum':
      return {
        pointer: at,
        code: 'out_of_range',
        detail: `${name} must be ${error.keyword === 'minimum' ? 'at least' : 'at most'} ${String(error.params.limit)}`,
      };
    case 'enum':
      return {
        pointer: at,
        code: 'not_allowed',
        detail: `${name} must be one of ${allowedOf(error.params.allowedValues)}`,
      };
    case 'const':
      return { pointer: at, code: 'not_allowed', detail: `${name} must be ${String(error.params.allowedValue)}` };
    default:
      return { pointer: at, code: 'invalid', detail: `${name} does not fit the schema` };
  }
}

const allowedOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : 'the allowed values');

/**
 * The validator's errors as problems, one per pointer: an empty name is too short, and not of a wrong pattern as well. Unknown members beyond those
 * that are answered are counted alone: an event of thousands would cost thousands of hints.
 */
export function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  let unknown = 0;
  for (const error of errors) {
    if (error.keyword === 'additionalProperties') unknown += 1;
    const problem = problemOf(error, unknown <= problemsMax);
    if (problem && !found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
  return [...found.values()];
}
