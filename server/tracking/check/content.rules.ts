import { isRecord, pointerOf } from '../../platform/json.rules.js';
import { mayCarryCredential } from '../../platform/secrets/secret.rules.js';
import type { FieldProblem } from '../catalog/index.js';

/** The closed list of member names that hold private content, letter case and separators aside (decisions §4, Private content). */
export const privateNames = [
  'prompt',
  'rawPrompt',
  'systemPrompt',
  'messages',
  'completion',
  'privateNotes',
  'privateCode',
  'sourceCode',
  'fileContents',
  'diff',
  'patch',
  'apiKey',
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'privateKey',
  'clientSecret',
  'credentials',
  'authorization',
  'cookie',
] as const;

/** Names under which the value `IMPORT` is stripped. */
export const importLabels = ['source', 'origin', 'channel', 'kind'] as const;

const importWords: ReadonlySet<string> = new Set(['import', 'imported']);
const repositoryWords: ReadonlySet<string> = new Set(['repository', 'repo']);
const evidenceWords: ReadonlySet<string> = new Set(['receipt', 'verification', 'verified', 'proof', 'evidence']);
const labels: ReadonlySet<string> = new Set(importLabels);
const withoutSeparators = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const privateFolded: ReadonlySet<string> = new Set(privateNames.map(withoutSeparators));

/** The words of a camel-case, snake-case or spaced name, in lower case: `repoProofURL` is repo, proof, url. */
export function splitWords(name: string): string[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** The verdict of the rules on content on a member name. */
interface NameVerdict {
  forbidden: boolean;
  unstorable: boolean;
  stripped: boolean;
  private: boolean;
  /** The value `IMPORT` under it is stripped. */
  label: boolean;
  suspicious: boolean;
}

function judge(name: string): NameVerdict {
  const [first = '', second = ''] = splitWords(name);
  return {
    forbidden: name === '__proto__',
    unstorable: name.includes('\0') || !name.isWellFormed(),
    stripped: importWords.has(first) || (repositoryWords.has(first) && evidenceWords.has(second)),
    private: privateFolded.has(withoutSeparators(name)),
    label: labels.has(name.toLowerCase()),
    suspicious: mayCarryCredential(name),
  };
}

const remembered = new Map<string, NameVerdict>();
const rememberedMax = 4096;
const rememberedLengthMax = 64;

/** The verdict on a member name. Names repeat from event to event, so a few thousand short ones are remembered, and then others. */
export function verdictOn(name: string): NameVerdict {
  const known = remembered.get(name);
  if (known) return known;
  const verdict = judge(name);
  if (remembered.size >= rememberedMax) remembered.clear();
  if (name.length <= rememberedLengthMax) remembered.set(name, verdict);
  return verdict;
}

/** Whether a member of this name holds private content, letter case and separators aside. */
export const isPrivateName = (name: string): boolean => verdictOn(name).private;

/** True for a member of metadata that is stripped: by its name, or as `IMPORT` under a label (decisions §4, Stripping). */
export function strips(name: string, value: unknown): boolean {
  const verdict = verdictOn(name);
  return verdict.stripped || (verdict.label && value === 'IMPORT');
}

/** Sizes and depth (decisions §2, 413, and §4, Rules of an event). `metadata` itself is the first of its levels. */
export const contentMax = { eventBytes: 32 * 1024, metadataBytes: 16 * 1024, metadataLevels: 8 } as const;

/** The findings of the walk over an event. */
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

/** The place of the walk in the event. Content that is stripped is judged by its form alone. */
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
 * may have members, what will be stripped inside metadata. Pointers name members as they were sent. Null when the event is too large: it was
 * not read to its end.
 */
export function inspectContent(event: Record<string, unknown>): Inspection | null {
  const walk: Walk = { problems: [], stripped: [], unreadable: false, suspicious: false, path: [], characters: 0 };
  visit(walk, event, 'event', false);
  return walk.characters > contentMax.eventBytes ? null : walk;
}

/**
 * A copy of metadata without what `inspectContent` listed as stripped. A stripped list element leaves a shorter list: the pointers in
 * `stripped` count positions as they were sent.
 */
export function withoutStripped(value: unknown, underLabel = false): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !(underLabel && item === 'IMPORT')).map((item) => withoutStripped(item));
  }
  if (!isRecord(value)) return value;
  const rest: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!strips(name, member)) rest[name] = withoutStripped(member, verdictOn(name).label);
  }
  return rest;
}
