import { createHash } from 'node:crypto';

/** What names the bytes of a skill's source: `sha256:` and their hexadecimal SHA-256. */
export const digestOfSkill = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
