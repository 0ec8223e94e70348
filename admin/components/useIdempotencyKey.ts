import { useState } from 'react';

const KEY_BYTES = 16;

/** A key for one form's act, made once: a second try after a lost answer can't do the act twice (decisions §2). */
export function useIdempotencyKey(): string {
  const [key] = useState(() => {
    // randomUUID is missing where the page came over plain http from another machine; random bytes are not.
    const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  return key;
}
