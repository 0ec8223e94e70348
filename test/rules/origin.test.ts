import { describe, expect, it } from 'vitest';
import { isForeign, isSameOrigin } from '../../server/platform/http/origin.rules.js';

const OWN = 'https://work.example';
const FOREIGN = 'https://evil.example';

describe('what a browser says of the page that sent a request', () => {
  it.each<[string | undefined, string | undefined, boolean, boolean]>([
    [undefined, undefined, false, false],
    [undefined, 'same-origin', true, false],
    [undefined, 'same-site', false, true],
    [undefined, 'cross-site', false, true],
    [undefined, 'none', false, false],
    [OWN, undefined, true, false],
    [OWN, 'same-origin', true, false],
    [OWN, 'none', true, false],
    [OWN, 'same-site', false, true],
    [OWN, 'cross-site', false, true],
    [FOREIGN, 'same-origin', false, true],
    [FOREIGN, undefined, false, true],
    [`${OWN}.evil.example`, undefined, false, true],
    ['null', 'same-origin', true, true],
    ['null', 'cross-site', false, true],
    ['null', 'same-site', false, true],
    ['null', 'none', false, true],
    ['null', undefined, false, true],
  ])('origin %s from %s is the workspace’s own: %s, foreign: %s', (origin, site, same, foreign) => {
    const headers = { origin, 'sec-fetch-site': site };
    expect([isSameOrigin(headers, OWN), isForeign(headers, [OWN])]).toEqual([same, foreign]);
  });
});
