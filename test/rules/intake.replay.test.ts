import { describe, expect, it } from 'vitest';
import { digestOf, prepareDraft } from '../../server/intake/drafts/preparation.rules.js';
import { inputsOf } from '../setup/intake-inputs.js';

/**
 * What the rules of November 2026 made of one submission of each kind. Another digest means that a rule changed: give the rule set a new
 * name and leave the old one beside it.
 */
const OUTCOMES = {
  partner_workspace: 'sha256:48fa95a03356464dae7ef99803ff02ce222f0ab11429a8d12d99870536cf7f03',
  tracked_links: 'sha256:68fac7a7ccbdefee2f6fdb5fe7f8e513a4a8e636de0d69b9b2e36e4d223563c0',
  hackathon_passport: 'sha256:886dbe304c6078adaa1160d41da865f13a58c8b889637da22fad177ceab40daa',
  usage_tracking: 'sha256:fe6d3b64c8e14a75b7debf915544755c64969e8308b729b12acd42cf4a1ec830',
} as const;

describe('a draft of an earlier day', () => {
  it.each(Object.entries(OUTCOMES))(
    'of %s is prepared again byte for byte with the rules of that day',
    (kind, digest) => {
      const inputs = inputsOf(kind as keyof typeof OUTCOMES); // a key of the table above
      const stored = JSON.parse(JSON.stringify(inputs)) as typeof inputs;
      expect(digestOf(prepareDraft(stored))).toBe(digest);
      expect(digestOf(prepareDraft(inputs))).toBe(digest);
    },
  );

  it('is refused where its rule set is not there, rather than prepared by other rules', () => {
    expect(() => prepareDraft({ ...inputsOf('tracked_links'), ruleSet: 'intake-2020-01-1' })).toThrow('no rule set');
  });
});
