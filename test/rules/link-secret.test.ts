import { describe, expect, it } from 'vitest';
import { newLinkSecret } from '../../server/platform/secrets/link-secret.new.js';

describe('the secret of a letter’s link', () => {
  it('has 32 characters and never ends in a hyphen or underscore', () => {
    const secrets = Array.from({ length: 2_000 }, newLinkSecret);
    expect(secrets.filter((secret) => !/^[A-Za-z0-9_-]{31}[A-Za-z0-9]$/.test(secret))).toEqual([]);
    expect(new Set(secrets).size).toBe(2_000);
  });
});
