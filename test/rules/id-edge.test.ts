import { describe, expect, it } from 'vitest';
import { withBareIds, withPrefix } from '../../server/platform/graphql/id.edge.js';
import { readId, storedUuid } from '../../server/platform/ids.js';
import { UpdateProjectDraftInput } from '../../server/projects/draft.operations.js';

const UUID = '019ac000-0000-7000-8000-000000000001';
const OTHER = '019ac000-0000-7000-8000-000000000002';

const input = (members: Partial<UpdateProjectDraftInput>): UpdateProjectDraftInput =>
  Object.assign(new UpdateProjectDraftInput(), { revision: 1, draftId: `prj_${UUID}`, ...members });

describe('an id of an input', () => {
  it('loses the prefix of its kind, in members of the parent type too; texts stay', () => {
    const bare = withBareIds(input({ planId: `pln_${OTHER}`, note: `prj_${UUID}`, tools: [{ slug: 'pln_x' }] }));
    expect({ ...bare }).toEqual({
      revision: 1,
      draftId: UUID,
      planId: OTHER,
      note: `prj_${UUID}`,
      tools: [{ slug: 'pln_x' }],
    });
    expect(bare).toBeInstanceOf(UpdateProjectDraftInput);
  });

  it('keeps it in the input that was given, which a refusal still shows', () => {
    const given = input({});
    withBareIds(given);
    expect(given.draftId).toBe(`prj_${UUID}`);
  });

  it('may be absent or null', () => {
    expect(withBareIds(input({ planId: null })).planId).toBeNull();
    expect('planId' in withBareIds(input({}))).toBe(false);
  });

  it('is looked for in inputs alone', () => {
    const bytes = Buffer.from('prj_');
    const plain = { draftId: `prj_${UUID}` };
    expect(withBareIds(bytes)).toBe(bytes);
    expect(withBareIds(plain)).toBe(plain);
  });
});

describe('an id of an answer', () => {
  it('gets its prefix, in lists too', () => {
    expect(withPrefix('prj', UUID)).toBe(`prj_${UUID}`);
    expect(withPrefix('evt', [UUID, OTHER])).toEqual([`evt_${UUID}`, `evt_${OTHER}`]);
    expect(withPrefix('prj', null)).toBeNull();
  });

  it.each(['prj', 'org', 'prd', 'usr'] as const)('that has the prefix %s already is a fault of ours', (kind) => {
    expect(() => withPrefix(kind, `${kind}_${UUID}`)).toThrow(`stands where a bare ${kind} id belongs`);
  });
});

describe('an id of a stored document', () => {
  it.each(['org', 'prd', 'usr', 'tol'] as const)('of the kind %s is read in its public form alone', (kind) => {
    expect(storedUuid(kind, `${kind}_${UUID}`)).toBe(UUID);
    for (const text of [UUID, `prj_${UUID}`, `${kind}_${kind}_${UUID}`, `${kind}_`, '']) {
      expect(readId(kind, text)).toBeNull();
      expect(() => storedUuid(kind, text)).toThrow('a stored document holds');
    }
  });
});
