import { specTypeSchemas } from '@modelcontextprotocol/server';
import { pointerOf } from './input.check.js';
import type { FieldProblem } from './problem.js';

/**
 * What is wrong with the parameters of `initialize`, of which the SDK would make an internal error with its validator's words. Nothing is wrong with
 * any other message.
 */
export function wrongInitialize(message: { readonly method?: unknown; readonly params?: unknown }): FieldProblem[] {
  if (message.method !== 'initialize') return [];
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
