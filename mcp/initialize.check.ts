import { specTypeSchemas } from '@modelcontextprotocol/server';
import { pointerOf } from './input.check.js';
import type { FieldProblem } from './problem.js';

/** The member of `_meta` by which a message names revision 2026-07-28 or later, which has no `initialize`. */
const NAMES_REVISION = 'io.modelcontextprotocol/protocolVersion';

/** True for an `initialize` in a revision that has none: the answer is "method not found", whatever the parameters are. */
export const isRemovedInitialize = ({ method, params }: { readonly method?: unknown; readonly params?: unknown }) =>
  method === 'initialize' && memberOf(memberOf(params, '_meta'), NAMES_REVISION) !== undefined;

/**
 * Lists the wrong parameters of an `initialize`; the SDK would make an internal error of them with its validator's words. Nothing is wrong with
 * other messages, nor with an `initialize` in a revision that has none: over HTTP the SDK answers it.
 */
export function wrongInitialize(message: { readonly method?: unknown; readonly params?: unknown }): FieldProblem[] {
  if (message.method !== 'initialize' || isRemovedInitialize(message)) return [];
  const { method, params } = message;
  const checked = specTypeSchemas.InitializeRequest['~standard'].validate({ method, params });
  if (checked instanceof Promise || !checked.issues) return [];
  return checked.issues.map(({ path = [] }) => {
    const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
    const given = steps.reduce<unknown>(memberOf, { params });
    const name = String(steps.at(-1) ?? 'the message');
    return given === undefined
      ? { pointer: pointerOf(steps), code: 'required', detail: `${name} is required` }
      : {
          pointer: pointerOf(steps),
          code: 'wrong_type',
          detail: `${name} is not of the type that the protocol asks for`,
        };
  });
}

const memberOf = (value: unknown, step: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
