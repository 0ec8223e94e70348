import { describe, expect, it } from 'vitest';
import { type Approval, approvalOf } from '../../server/projects/project.rules.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const project = { revision: 3, contentHash: 'sha256:a' };
const given: Approval = {
  id: '019ac000-0000-7000-8000-000000000001',
  revision: 3,
  contentHash: 'sha256:a',
  approvedBy: '019ac000-0000-7000-8000-000000000002',
  approvedAt: new Date('2026-11-24T12:00:01Z'),
  expiresAt: new Date('2026-11-25T12:00:01Z'),
  voidedAt: null,
  receipt: null,
};

describe('an approval', () => {
  it('holds for the revision and content that it was given for', () => {
    expect(approvalOf(project, given, NOW)).toBe(given);
    expect(approvalOf(project, null, NOW)).toBeNull();
  });

  it('does not hold for a later revision that came back to the same content', () => {
    expect(approvalOf({ ...project, revision: 5 }, given, NOW)).toBeNull();
  });

  it('does not hold for another content of the same revision', () => {
    expect(approvalOf({ ...project, contentHash: 'sha256:b' }, given, NOW)).toBeNull();
  });

  it('ends with the millisecond that it is good until', () => {
    const at = (expiresAt: string) => approvalOf(project, { ...given, expiresAt: new Date(expiresAt) }, NOW);
    expect(at('2026-11-25T12:00:00.001Z')).not.toBeNull();
    expect(at('2026-11-25T12:00:00.000Z')).toBeNull();
  });
});
