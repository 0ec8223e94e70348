import { expect, it } from 'vitest';
import { missingServer } from '../../server/platform/database/embedded.programs.js';

it('says on another system what to set instead of the PostgreSQL that DAI brings', () => {
  expect(missingServer('linux', 'x64')).toBeNull();
  expect(missingServer('linux', 'arm64')).toBeNull();
  for (const [platform, arch] of [
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'ppc64'],
  ] as const)
    for (const word of [platform, 'DATABASE_URL', 'SESSION_SECRET', 'dai roles', 'dai bootstrap', 'demo data'])
      expect(missingServer(platform, arch)).toContain(word);
});
