import { describe, expect, it } from 'vitest';
import { RULE_SET } from '../../server/intake/checks/index.js';
import { bytesOf, digestOf, prepareDraft } from '../../server/intake/drafts/preparation.rules.js';
import { intakeKinds } from '../../server/intake/intake-state.rules.js';
import { inputsOf } from '../setup/intake-inputs.js';
import { variantsOf } from '../setup/intake-variants.js';

/**
 * The outcomes of a name's rules for the same submissions, for good. Another digest means that a rule of an earlier day changed: give the
 * changed rules a new name and leave the old ones beside them.
 */
const OUTCOMES: Readonly<Record<string, Record<(typeof intakeKinds)[number], string>>> = {
  'intake-2026-11-1': {
    partner_workspace: 'sha256:f9b43f5fbf29a6061c13ecb8daedb24222045e78d72ff3c8f105ce7274e0f2e4',
    tracked_links: 'sha256:29e667e344c72b1448b58e5ac3946c0529c120707f2ea6de7fbfac289138aaf8',
    hackathon_passport: 'sha256:1a16d7c382637ed7b52c03f706bddf664a2bb447423443098257ac6d90673762',
    usage_tracking: 'sha256:e760e60e60f3219fd885b92ed7a4fa442513327ce98144dfe859a29e3e46d94d',
  },
  'intake-2026-11-2': {
    partner_workspace: 'sha256:67049b00dde1221a555153d3bcccb9d8bc6deee347d739f8c5200c3271012fed',
    tracked_links: 'sha256:63cba2def143c1236dc054216cc04cb5668858888346e9e534925a5c3f1035b7',
    hackathon_passport: 'sha256:c26a72eed44c5eb5f106396da9b9af7f576910343f081f6034089d9971399269',
    usage_tracking: 'sha256:6b587025d6347aff541506ae43e5064984475e96b22781d1923ba312f1d00b82',
  },
  'intake-2026-11-3': {
    partner_workspace: 'sha256:67049b00dde1221a555153d3bcccb9d8bc6deee347d739f8c5200c3271012fed',
    tracked_links: 'sha256:63cba2def143c1236dc054216cc04cb5668858888346e9e534925a5c3f1035b7',
    hackathon_passport: 'sha256:c26a72eed44c5eb5f106396da9b9af7f576910343f081f6034089d9971399269',
    usage_tracking: 'sha256:6b587025d6347aff541506ae43e5064984475e96b22781d1923ba312f1d00b82',
  },
  'intake-2026-11-4': {
    partner_workspace: 'sha256:699be8c674cc3b79313d6fc0f60441991a7263418e1ef4d163db19a6ad5d0a9d',
    tracked_links: 'sha256:3de2da15ac8bdbb8c5d1b054dee517763509199c7d7791d0ce150e50935c402c',
    hackathon_passport: 'sha256:73cd248fc794eb29f038e903c6bc999303a171fae16f7af23f3ccc78cd919f6b',
    usage_tracking: 'sha256:41d964f25394056df3d82d231d654db20bdeda7663fd8e4b6b435ed3078e2c0d',
  },
  'intake-2026-11-5': {
    partner_workspace: 'sha256:3fef63d55063732c86ae19e5d9cf86d5b0671b90b2f294ca9f871b18d4dee77a',
    tracked_links: 'sha256:eb85c32839a87b517f92e0ae612e4b1f5398ab6c40c8c6c30467e07c4de4f55a',
    hackathon_passport: 'sha256:b5c9db49304abf16548fff1b6bf2cb347c803493313352c9f3f71a10d7516bfe',
    usage_tracking: 'sha256:579f16b63608c271a1e10c3f38571763587c1b57a7401eead22744f835a4c54f',
  },
  'intake-2026-11-6': {
    partner_workspace: 'sha256:0d5b8891549c76a3a8ad8ce2f4f6441e00f2757750772aff01b308d1193384bc',
    tracked_links: 'sha256:a28e2c88e38f08bc8b9df62c8856bad98c58318ce6615021e2842cc4cbc9198d',
    hackathon_passport: 'sha256:e8324121022c43ab794fc4e4061166eb2cc65ca9bf87fde2bb6561d26001372c',
    usage_tracking: 'sha256:c2962b12819af59398526451f3c8b01023921fb71bcee6173295dfce3eb7e191',
  },
  'intake-2026-11-7': {
    partner_workspace: 'sha256:218e42d5e12e66a6839cc2d9731f4891f4116b5e1ca6ec9be029aa5b29dcdedd',
    tracked_links: 'sha256:1e4af409abd668d3cbc6bc1e8c382ea87a6b3fdb51f215c694553b76d688ce89',
    hackathon_passport: 'sha256:cc4226f8a9235cf5d0392013b7ea1945d4e2fe3c1c40834762a7a2d720970aeb',
    usage_tracking: 'sha256:ebea07d37b678e56cd97e24271b423c76a3972c120e457407c3d5afd8ecb4180',
  },
  'intake-2026-11-8': {
    partner_workspace: 'sha256:9ea21055925f3293cab87f38b88fb0a3f3cc7c6e0385ee77d39ef18d7ff10fa6',
    tracked_links: 'sha256:a6ab1526883681ca1e403c7bb3b74458d32e815345305675d9cca1b6dfe28af0',
    hackathon_passport: 'sha256:5fe7b29b2fda780aa8a91fd9778e1bb22e4270e07c79576e80c414bdc2984df8',
    usage_tracking: 'sha256:1cab21c827cc861e9c4a6f2db856002e139d51f0bc7d505da010fc668561927a',
  },
};

/** Every verdict that a rule can come to; one that is missing here was never compared. */
const VERDICTS = `
address.lookalike fail pass unknown
contact.domain_matches fail pass
content.private pass
domain.lookalike fail pass unknown
duplicates.submission fail pass unknown
event.dates fail pass
event.lookalike fail pass unknown
event.new fail pass
events.known fail pass
evidence.given fail pass unknown
links.https pass
links.one_of_a_kind pass unknown
links.own_domain pass unknown
links.public fail pass
offer.dates fail pass unknown
offer.terms pass
organization.lookalike fail pass unknown
product.domain_verified pass unknown
product.exists fail pass unknown
product.lookalike fail pass unknown
sponsor.distinct fail pass
sponsor.exists fail pass unknown
sponsor.lookalike fail pass unknown
sponsor.vendor_matches fail
text.hidden fail pass
text.instructions fail pass
text.markup fail pass
tool.categories pass unknown
tool.exists fail pass
tool.lookalike fail pass unknown
tool.new fail pass
tool.vendor_matches fail pass unknown
tracking.cdp unknown
vendor.is_contact pass unknown
workspace.new fail pass
`;

describe.each(Object.keys(OUTCOMES))('the rules of %s', (ruleSet) => {
  it.each(intakeKinds)('prepare each draft of %s again, byte for byte', (kind) => {
    const inputs = variantsOf(kind, ruleSet);
    const stored = JSON.parse(JSON.stringify(inputs)) as typeof inputs;
    expect(bytesOf(stored.map(prepareDraft))).toBe(bytesOf(inputs.map(prepareDraft)));
    expect(digestOf(stored.map(prepareDraft))).toBe(OUTCOMES[ruleSet]?.[kind]);
  });
});

describe('a draft of an earlier day', () => {
  it('is not prepared by rules of another day', () => {
    const [one, two] = ['intake-2026-11-1', 'intake-2026-11-2'].map((ruleSet) => variantsOf('tracked_links', ruleSet));
    expect(bytesOf(one?.map(prepareDraft))).not.toBe(bytesOf(two?.map(prepareDraft)));
  });

  it.each(['intake-2020-01-1', 'constructor'])('is refused where its rule set %s is not there', (ruleSet) => {
    expect(() => prepareDraft({ ...inputsOf('tracked_links'), ruleSet })).toThrow('no rule set');
  });

  it('is compared in every verdict of every rule', () => {
    const found = new Map<string, Set<string>>();
    for (const kind of intakeKinds)
      for (const { ruleId, result } of variantsOf(kind, RULE_SET).flatMap((inputs) => prepareDraft(inputs).checks))
        found.set(ruleId, (found.get(ruleId) ?? new Set()).add(result));
    const lines = [...found].map(([ruleId, results]) => `${ruleId} ${[...results].toSorted().join(' ')}`);
    expect(lines.toSorted().join('\n')).toBe(VERDICTS.trim());
  });

  it('is compared for the rules of today, too', () => {
    expect(Object.keys(OUTCOMES)).toContain(RULE_SET);
  });
});
