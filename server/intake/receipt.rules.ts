import { createHash } from 'node:crypto';
import { uuidOf } from '../platform/ids.js';

const SECRET = /^[A-Za-z0-9_-]{32}$/;

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The two parts of a receipt, `sub_….<secret>`, or null for anything else. */
export function partsOfReceipt(receipt: string): { id: string; secret: string } | null {
  const [id = '', secret = '', ...rest] = receipt.trim().split('.');
  return rest.length === 0 && uuidOf('sub', id) !== null && SECRET.test(secret) ? { id, secret } : null;
}

/** Whether a text can be the secret of a letter's link. */
export const isSecret = (text: string): boolean => SECRET.test(text);
