import { isRecord, pointerOf } from '../../platform/json.rules.js';
import { mayCarryCredential } from '../../platform/secrets/secret.rules.js';
import type { FieldProblem } from '../catalog/index.js';
import { verdictOn } from './content-names.rules.js';
import { strips } from './content-strip.rules.js';

/** Sizes and depth (decisions §2, 413, and §4, Rules of an event). `metadata` itself is the first of its levels. */
export const contentMax = { eventBytes: 32 * 1024, metadataBytes: 16 * 1024, metadataLevels: 8 } as const;

/** What the walk over an event found. */
export interface Inspection {
  problems: FieldProblem[];
  stripped: string[];
  /** It must not be written out: too deep, or not JSON. */
  unreadable: boolean;
  /** Some text or name resembles a credential: it has to be searched closely. */
  suspicious: boolean;
}

interface Walk extends Inspection {
  path: (string | number)[];
  /** A lower bound of the characters of the event in JSON; beyond `eventBytes` nothing more is read. */
  characters: number;
}

/** Where the walk is. What is stripped is judged by its form alone. */
type Place = 'event' | 'metadata' | 'stripped';

function report(walk: Walk, code: string, detail: string, hint?: string): void {
  walk.problems.push({ pointer: pointerOf(walk.path), code, detail, ...(hint ? { hint } : {}) });
}

function reportUnreadable(walk: Walk, code: string, detail: string, hint?: string): void {
  walk.unreadable = true;
  report(walk, code, detail, hint);
}

function visitNumber(walk: Walk, value: number): void {
  if (!Number.isFinite(value)) reportUnreadable(walk, 'not_finite', 'A number must be finite');
  else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    report(walk, 'unsafe_integer', 'An integer beyond ±(2^53 − 1) loses digits on the way', 'send it as a string');
  }
}

function reportUnstorable(walk: Walk, value: string): void {
  if (value.includes('\0')) report(walk, 'nul_character', 'Text must not hold the character NUL');
  if (!value.isWellFormed()) reportUnreadable(walk, 'lone_surrogate', 'Text must not hold half of a surrogate pair');
}

function visitText(walk: Walk, value: string): void {
  walk.characters += value.length;
  if (!walk.suspicious && mayCarryCredential(value)) walk.suspicious = true;
  reportUnstorable(walk, value);
}

function reportPrivate(walk: Walk): void {
  const hint = 'leave it out: prompts, notes, code and secrets are never stored';
  report(walk, 'private_key_name', 'A member of this name holds private content', hint);
}

/** Judges a member by its name; answers where its value is. Deeper than two levels, only metadata may have members at all. */
function placeOf(walk: Walk, name: string, member: unknown, place: Place, isPrivate: boolean): Place {
  if (place === 'metadata' && strips(name, member)) {
    walk.stripped.push(pointerOf(walk.path));
    return 'stripped';
  }
  if (isPrivate && member !== null && (place === 'metadata' || (place === 'event' && walk.path.length <= 2)))
    reportPrivate(walk);
  return place === 'event' && walk.path.length === 1 && name === 'metadata' ? 'metadata' : place;
}

function visitRecord(walk: Walk, value: Record<string, unknown>, place: Place): void {
  for (const name of Object.keys(value)) {
    if (walk.characters > contentMax.eventBytes) return;
    const verdict = verdictOn(name);
    const member = verdict.forbidden ? null : value[name];
    if (member === undefined) continue;
    walk.characters += name.length + 3;
    walk.path.push(name);
    if (verdict.forbidden) reportUnreadable(walk, 'forbidden_key', 'A member must not be named __proto__');
    if (verdict.suspicious) walk.suspicious = true;
    if (verdict.unstorable) reportUnstorable(walk, name);
    const inside = placeOf(walk, name, member, place, verdict.private);
    visit(walk, member, inside, verdict.label);
    walk.path.pop();
  }
}

function visitList(walk: Walk, value: readonly unknown[], place: Place, underLabel: boolean): void {
  for (let index = 0; index < value.length && walk.characters <= contentMax.eventBytes; index += 1) {
    walk.path.push(index);
    if (place === 'metadata' && underLabel && value[index] === 'IMPORT') walk.stripped.push(pointerOf(walk.path));
    visit(walk, value[index], place, false);
    walk.path.pop();
  }
}

function visit(walk: Walk, value: unknown, place: Place, underLabel: boolean): void {
  walk.characters += 1;
  if (typeof value === 'string') visitText(walk, value);
  else if (typeof value === 'number') visitNumber(walk, value);
  else if (value === null || typeof value === 'boolean') return;
  else if (walk.path.length > contentMax.metadataLevels) {
    reportUnreadable(
      walk,
      'too_deep',
      `Nothing may lie deeper than ${contentMax.metadataLevels} levels, of which metadata is the first`,
    );
  } else if (Array.isArray(value)) visitList(walk, value, place, underLabel);
  else if (isRecord(value)) visitRecord(walk, value, place);
  else reportUnreadable(walk, 'not_json', 'JSON cannot express this value');
}

export const tooLarge = (pointer: string, what: string, maxBytes: number): FieldProblem => ({
  pointer,
  code: 'too_large',
  detail: `${what} may have at most ${maxBytes} bytes of canonical JSON`,
});

/**
 * Walks a whole event once: form (depth, size, numbers, NUL, surrogates, `__proto__`) everywhere, private names where an event
 * may have members, what will be stripped inside metadata. Pointers name members as they were sent. Null when the event is too large: it was not read to its end.
 */
export function inspectContent(event: Record<string, unknown>): Inspection | null {
  const walk: Walk = { problems: [], stripped: [], unreadable: false, suspicious: false, path: [], characters: 0 };
  visit(walk, event, 'event', false);
  return walk.characters > contentMax.eventBytes ? null : walk;
}
