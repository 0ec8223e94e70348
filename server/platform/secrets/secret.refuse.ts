import { Fault } from '../fault.js';
import { findCredentials } from './secret.rules.js';

/** Refuses plain data that carries the form of a credential in any text, `levels` deep: 400 PRIVATE_CONTENT with a pointer to each, and no value. */
export function refuseCredentials(data: Record<string, unknown>, levels: number): void {
  const { problems } = findCredentials(data, levels);
  if (problems.length)
    throw new Fault('PRIVATE_CONTENT', {
      say: problems.length === 1 ? '1 place holds private content' : `${problems.length} places hold private content`,
      errors: problems,
    });
}
