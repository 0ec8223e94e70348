import { Fault } from '../platform/fault.js';
import { findCredentials } from '../platform/secret.rules.js';

/** A credential's name is shown in lists and stands in the audit log: a token that was pasted into it would stay there. */
export function refuseSecretName(name: string): void {
  const { problems } = findCredentials({ name }, 1);
  if (problems.length) throw new Fault('PRIVATE_CONTENT', { errors: problems });
}
