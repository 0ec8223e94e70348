import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../../server/accounts/index.js';

const digestOf = (password: string): string => createHash('sha256').update(password).digest('base64url');

/** Takes no time, where the real one takes long on purpose: tests make hundreds of people. */
export const quickHasher: PasswordHasher = {
  hash: async (password) => digestOf(password),
  verify: async ({ hash, password }) => hash === digestOf(password),
};
