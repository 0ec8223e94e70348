import { describe, expect, it } from 'vitest';
import type { Project } from '../../server/projects/project.entity.js';
import { approvalOf } from '../../server/projects/project.rules.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const given = { revision: 3, contentHash: 'sha256:a', expiresAt: new Date('2026-11-25T12:00:01Z') };
const project = (change: object, approval: object | null = given): Project =>
  ({ revision: 3, contentHash: 'sha256:a', approval, ...change }) as unknown as Project;

describe('an approval', () => {
  it('holds for the revision and content that it was given for', () => {
    expect(approvalOf(project({}), NOW)).toBe(given);
    expect(approvalOf(project({}, null), NOW)).toBeNull();
  });

  it('does not hold for a later revision that came back to the same content', () => {
    expect(approvalOf(project({ revision: 5 }), NOW)).toBeNull();
  });

  it('does not hold for another content of the same revision', () => {
    expect(approvalOf(project({ contentHash: 'sha256:b' }), NOW)).toBeNull();
  });

  it('ends with the millisecond that it is good until', () => {
    const at = (expiresAt: string) => approvalOf(project({}, { ...given, expiresAt: new Date(expiresAt) }), NOW);
    expect(at('2026-11-25T12:00:00.001Z')).not.toBeNull();
    expect(at('2026-11-25T12:00:00.000Z')).toBeNull();
  });
});
