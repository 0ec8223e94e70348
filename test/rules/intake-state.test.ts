import { describe, expect, it } from 'vitest';
import {
  intakeStates,
  isOpenAt,
  mayAct,
  needsSecondApprover,
  transitions,
} from '../../server/intake/intake-state.rules.js';

describe('the states of a submission', () => {
  const OPEN = 'received needs_evidence triaged draft_prepared in_review changes_requested approved';
  it.each([
    ['ask_evidence', 'received needs_evidence triaged draft_prepared', 'needs_evidence'],
    ['triage', 'received needs_evidence triaged draft_prepared', 'triaged'],
    ['prepare_draft', 'triaged', 'draft_prepared'],
    ['expire', OPEN, 'expired'],
    ['resubmit', 'needs_evidence changes_requested', 'received'],
    ['withdraw', OPEN, 'withdrawn'],
    ['open_review', 'draft_prepared', 'in_review'],
    ['request_changes', 'in_review', 'changes_requested'],
    ['reject', 'in_review approved', 'rejected'],
    ['approve', 'in_review', 'approved'],
    ['publish', 'approved', 'published'],
    ['provision', 'approved', 'provisioned'],
  ] as const)('%s begins in %s and leads to %s', (act, from, to) => {
    expect(intakeStates.filter((state) => mayAct(act, state)).join(' ')).toBe(from);
    expect(transitions[act].to).toBe(to);
  });

  it('lets automation move nothing beyond a prepared draft', () => {
    const automatic = Object.values(transitions).filter(({ by }) => by === 'automation');
    expect(automatic.map(({ to }) => to)).toEqual(['needs_evidence', 'triaged', 'draft_prepared', 'expired']);
  });

  it.each([
    ['2026-11-25T12:00:00.001Z', 'in_review', true],
    ['2026-11-25T12:00:00.000Z', 'in_review', false],
    ['2026-11-25T11:59:59.999Z', 'in_review', false],
    ['2026-11-26T12:00:00.000Z', 'rejected', false],
  ] as const)('are open at noon until %s in %s: %s', (expiresAt, state, open) => {
    expect(isOpenAt({ state, expiresAt: new Date(expiresAt) }, new Date('2026-11-25T12:00:00.000Z'))).toBe(open);
  });

  it.each([
    ['partner_workspace', true],
    ['usage_tracking', true],
    ['tracked_links', false],
    ['hackathon_passport', false],
  ] as const)('of %s need a second reviewer: %s', (kind, second) => expect(needsSecondApprover(kind, [])).toBe(second));

  it('of what names another’s tool needs one, whatever its kind', () => {
    expect(needsSecondApprover('tracked_links', ['names_another_vendor'])).toBe(true);
    expect(needsSecondApprover('hackathon_passport', ['lookalike_name'])).toBe(false);
  });
});
