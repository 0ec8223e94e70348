import { describe, expect, it } from 'vitest';
import { type EvidenceEvent, evidenceOf } from '../../server/adoption/evidence/project-evidence.rules.js';
import { eventFamilies } from '../../server/tracking/catalog/event.types.js';
import { mayActivate, mayRetain } from '../../server/tracking/catalog/event-catalog.rules.js';

const HOUR_MS = 60 * 60 * 1000;
const START = Date.UTC(2026, 2, 1, 12);
/** A time so many hours and milliseconds after the start; the week has a change of the clocks in Europe in it. */
const at = (hours: number, ms = 0): Date => new Date(START + hours * HOUR_MS + ms);

let made = 0;
const event = (given: Partial<EvidenceEvent> = {}): EvidenceEvent => {
  made += 1;
  return {
    eventId: `evt_${String(made).padStart(6, '0')}`,
    activates: true,
    returns: true,
    occurredAt: at(0),
    receivedAt: at(2_000),
    source: 'api',
    label: 'first-party',
    vendorOwnDomain: false,
    ...given,
  };
};
const activation = (given: Partial<EvidenceEvent> = {}) => event(given);
const returned = (given: Partial<EvidenceEvent> = {}) => event({ activates: false, occurredAt: at(168), ...given });

const NOTHING = {
  state: 'self-reported',
  activatedAt: null,
  retainedAt: null,
  gapDays: null,
  label: 'missing',
  eventIds: [],
};

describe('a tool is self-reported', () => {
  it('without any event', () => {
    expect(evidenceOf([])).toEqual(NOTHING);
  });

  it('by a return alone, which has nothing to return to', () => {
    expect(evidenceOf([returned()])).toEqual(NOTHING);
  });

  it.each([
    ['a file', { source: 'csv_import' }],
    ['a relay', { source: 'relay' }],
    ['a sender that this rule does not know', { source: 'elsewhere' }],
    ['the vendor itself', { vendorOwnDomain: true }],
    ['an event that is no activation', { activates: false }],
    ['a label that is no event’s', { label: 'modelled' }],
  ])('by an activation of %s', (_what, given) => {
    expect(evidenceOf([activation(given)])).toEqual(NOTHING);
  });
});

describe('a tool is activated', () => {
  it('by the earliest activation, in whatever order they arrive', () => {
    const [first, second] = [activation({ occurredAt: at(1) }), activation({ occurredAt: at(2) })];
    const expected = {
      ...NOTHING,
      state: 'activated',
      activatedAt: at(1),
      label: 'first-party',
      eventIds: [first.eventId],
    };
    expect(evidenceOf([first, second])).toEqual(expected);
    expect(evidenceOf([second, first])).toEqual(expected);
  });

  it('when it was received, if no one knows when it happened', () => {
    expect(evidenceOf([activation({ occurredAt: null, receivedAt: at(5) })])).toMatchObject({
      state: 'activated',
      activatedAt: at(5),
    });
  });

  it('by the same event of two of one instant, whatever their order', () => {
    const twins = [activation(), activation()];
    expect(evidenceOf(twins).eventIds).toEqual([twins[0]?.eventId]);
    expect(evidenceOf(twins.toReversed()).eventIds).toEqual([twins[0]?.eventId]);
  });
});

describe('a tool is retained', () => {
  it('by a separate event exactly 7 × 24 hours later, which is cited with the gap', () => {
    const [first, next] = [activation(), returned()];
    expect(evidenceOf([next, first])).toEqual({
      state: 'retained',
      activatedAt: at(0),
      retainedAt: at(168),
      gapDays: 7,
      label: 'first-party',
      eventIds: [first.eventId, next.eventId],
    });
  });

  it('not by one a millisecond earlier', () => {
    expect(evidenceOf([activation(), returned({ occurredAt: at(168, -1) })]).state).toBe('activated');
  });

  it('by another successful use as well as by a return', () => {
    expect(evidenceOf([activation(), activation({ occurredAt: at(200) })])).toMatchObject({
      state: 'retained',
      retainedAt: at(200),
      gapDays: 8,
    });
  });

  it('by the earliest event that is late enough', () => {
    const hours = [400, 100, 180, 167, 300];
    const events = hours.map((hour) => returned({ occurredAt: at(hour) }));
    expect(evidenceOf([activation(), ...events]).retainedAt).toEqual(at(180));
  });

  it.each([
    ['that does not say when it happened', { occurredAt: null, receivedAt: at(5_000) }],
    ['that shows no use', { returns: false }],
    ['of a file', { source: 'csv_import' }],
    ['of a relay', { source: 'relay' }],
    ['of the vendor itself', { vendorOwnDomain: true }],
    ['of another label', { label: 'sample' }],
  ])('not by an event %s', (_what, given) => {
    expect(evidenceOf([activation(), returned(given)]).state).toBe('activated');
  });

  it('counted from when the activation was received, if no one knows when it happened', () => {
    const first = activation({ occurredAt: null, receivedAt: at(10) });
    expect(evidenceOf([first, returned({ occurredAt: at(177) })]).state).toBe('activated');
    expect(evidenceOf([first, returned({ occurredAt: at(178) })]).state).toBe('retained');
  });
});

describe('a late earlier event', () => {
  it('moves the activation, and the return to one that is late enough for it', () => {
    const history = [activation({ occurredAt: at(240) }), returned({ occurredAt: at(500) })];
    expect(evidenceOf(history)).toMatchObject({ activatedAt: at(240), retainedAt: at(500), gapDays: 10 });
    const late = activation({ occurredAt: at(0) });
    expect(evidenceOf([...history, late])).toMatchObject({
      state: 'retained',
      activatedAt: at(0),
      retainedAt: at(240),
      gapDays: 10,
      eventIds: [late.eventId, history[0]?.eventId],
    });
  });

  it('never lowers the state, nor moves a date to later', () => {
    const RANK = ['self-reported', 'activated', 'retained'];
    for (let history = 0; history < 300; history += 1) {
      const any = (many: number): number => Math.floor(noise() * many);
      const events: EvidenceEvent[] = [];
      let before = evidenceOf(events);
      for (let one = 0; one < 8; one += 1) {
        events.push(
          event({
            activates: any(2) === 0,
            returns: any(3) > 0,
            occurredAt: any(4) === 0 ? null : at(any(400)),
            receivedAt: at(any(400)),
          }),
        );
        const after = evidenceOf(events);
        expect(RANK.indexOf(after.state)).toBeGreaterThanOrEqual(RANK.indexOf(before.state));
        if (before.activatedAt) expect(after.activatedAt?.getTime()).toBeLessThanOrEqual(before.activatedAt.getTime());
        if (before.retainedAt) expect(after.retainedAt?.getTime()).toBeLessThanOrEqual(before.retainedAt.getTime());
        before = after;
      }
    }
  });
});

/** The same numbers in every run (a linear congruence). */
let state = 42;
function noise(): number {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return state / 2 ** 32;
}

describe('sample events', () => {
  const sample = { label: 'sample' };

  it('prove what they are: a whole that is labelled sample', () => {
    expect(evidenceOf([activation(sample), returned(sample)])).toMatchObject({ state: 'retained', label: 'sample' });
  });

  it('are left out where the vendor’s own events prove an activation, also when they would prove more', () => {
    const own = activation({ occurredAt: at(50) });
    expect(evidenceOf([activation(sample), returned(sample), own])).toMatchObject({
      state: 'activated',
      activatedAt: at(50),
      label: 'first-party',
      eventIds: [own.eventId],
    });
  });
});

describe('the families of events', () => {
  it('activation activates, activation and retention are use again, and a failed call is neither', () => {
    const of = (rule: typeof mayActivate, name: string) => eventFamilies.filter((family) => rule(name, family));
    expect(of(mayActivate, 'FIRST_API_CALL')).toEqual(['activation']);
    expect(of(mayRetain, 'FIRST_API_CALL')).toEqual(['activation', 'retention']);
    expect(of(mayActivate, 'MCP_TOOL_CALL_FAILED')).toEqual([]);
    expect(of(mayRetain, 'MCP_TOOL_CALL_FAILED')).toEqual([]);
    expect([mayActivate('CUSTOM', null), mayRetain('CUSTOM', null)]).toEqual([false, false]);
  });
});
