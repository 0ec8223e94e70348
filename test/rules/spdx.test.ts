import { describe, expect, it } from 'vitest';
import { licenceIdsOf } from '../../server/platform/spdx.rules.js';

describe('an SPDX expression', () => {
  it.each([
    ['MIT', ['MIT']],
    ['MIT OR Apache-2.0', ['MIT', 'Apache-2.0']],
    ['GPL-2.0-only WITH Classpath-exception-2.0 AND (MIT OR MIT)', ['GPL-2.0-only', 'MIT']],
  ])('%s names the licences that it is made of, each once', (expression, ids) => {
    expect(licenceIdsOf(expression)).toEqual(ids);
  });

  it.each([
    '',
    'mit license',
    'MIT OR',
    'LicenseRef-Own',
    'MIT OR LicenseRef-Own',
    'Proprietary',
    'MIT\u0000',
    '('.repeat(5_000),
  ])('is not %j', (expression) => {
    expect(licenceIdsOf(expression)).toBeNull();
  });
});
