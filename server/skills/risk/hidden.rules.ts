import type { RiskRule } from './risk.types.js';

/** One line that a rule is about, and where in the line. */
export interface RiskHit {
  readonly ruleId: string;
  /** Index of the line, from 0. */
  readonly index: number;
  readonly at: number;
}

export const hiddenRisks: readonly RiskRule[] = [
  {
    ruleId: 'hidden-characters',
    severity: 'high',
    title: 'Holds invisible characters',
    why: 'Invisible characters, and those that turn the direction of writing, can carry instructions that a reader does not see.',
  },
  {
    ruleId: 'control-characters',
    severity: 'medium',
    title: 'Holds control characters',
    why: 'A terminal obeys them: they can overwrite what it showed before.',
  },
  {
    ruleId: 'hidden-comment',
    severity: 'medium',
    title: 'Hides text that addresses an agent',
    why: 'A comment or hidden element does not show on the rendered page, but an agent reads it.',
  },
  {
    ruleId: 'encoded-blob',
    severity: 'medium',
    title: 'Holds a long encoded text',
    why: 'No one can read what it says or does.',
  },
];

/** Every character that is shown by its number: formats, controls, fillers, tags, variation selectors. */
export const hiddenCharacters =
  /[[\p{Cc}--\t]\u2028\u2029\u115f\u1160\u3164\uffa0\p{Cf}\p{Cn}\p{Co}\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}]/v;

const suspicious =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]|\p{Variation_Selector}{2}/u;
const everySuspicious = new RegExp(suspicious, 'gu');
/**
 * What writing needs: joiners and selectors inside emoji, the flags of regions, joiners between letters of scripts that join, and
 * direction marks beside letters that run from right to left.
 */
const needed =
  /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|(?<=\ufe0f|\p{Emoji_Modifier}|\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}])[\u200c\u200d]|(?<=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\u200b|(?<=[\p{Script=Arabic}\p{Script=Hebrew}\p{P}\p{N} ])[\u200e\u200f](?=[\p{Script=Arabic}\p{Script=Hebrew}\p{P}\p{N} ])/gu;
const controls = /[[\p{Cc}--[\t\n\f]]\u2028\u2029]/v;
const wide = /[^\u0020-\u007e]/;

const opening = '<!--';
const closing = '-->';
/** A definition of a link that nothing refers to: it is not rendered, and some write comments so. */
const asDefinition = /^\[(?:\/\/|comment)\]:\s{0,4}#/;
/** How much of a line is read together with the next one of the same comment. */
const tailLength = 100;
const concealed =
  /style\s{0,4}=\s{0,4}["'][^"'\n]{0,80}(?:display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|font-size\s{0,4}:\s{0,4}0|opacity\s{0,4}:\s{0,4}0(?![.\d]))/i;
const addressesAgent =
  /\b(?:(?:ignore|disregard|forget) (?:the|all|any|every|previous|prior|earlier|what|your|this|these)|system prompt|assistants?|AI agents?|claude|chatgpt|llms?|you (?:must|should|are|will|can)|(?:do not|don['’]t|never) (?:tell|ask|mention|show|reveal)|execute|exfiltrat\w{1,5}|curl|wget|send (?:the|all|any|your)|run (?:the|this|these))\b/i;
const blob = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{200,}/g;
const blobsMax = 50;
const fence = /^ {0,3}(?:`{3}|~{3})/;

/** Follows comments from line to line; text of one that addresses an agent is reported once a line. */
class CommentReader {
  private open = false;
  private tail = '';

  /** Where text of a comment on this line addresses an agent, or -1. */
  read(line: string): number {
    let found = -1;
    for (let from = 0; from <= line.length; ) {
      const at = this.open ? from : line.indexOf(opening, from);
      if (at === -1) break;
      const end = line.indexOf(closing, at);
      const body = line.slice(at, end === -1 ? line.length : end);
      if (found === -1 && addressesAgent.test(`${this.tail} ${body}`)) found = at;
      this.open = end === -1;
      this.tail = this.open && found === -1 ? body.slice(-tailLength) : '';
      if (this.open) break;
      from = end + closing.length;
    }
    return found;
  }

  get inside(): boolean {
    return this.open;
  }
}

function blobAt(line: string): number {
  if (line.length < 200) return -1;
  let seen = 0;
  for (const { 0: text, index } of line.matchAll(blob)) {
    seen += 1;
    const part = text.slice(0, 400);
    const mixed = /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part) && !/[-_/]{2}/.test(part);
    if ((mixed || /^[\da-f]{200}/i.test(part)) && new Set(part).size >= 12) {
      const picture = /data:(?:image|font)\/[\w.+-]{1,20};base64,$/.test(line.slice(Math.max(0, index - 60), index));
      if (!picture) return index;
    }
    if (seen === blobsMax) break;
  }
  return -1;
}

/** The line without hidden characters, which could otherwise part a word that a rule looks for. */
export const withoutHidden = (line: string): string => (wide.test(line) ? line.replace(everySuspicious, '') : line);

/** Where a line holds an invisible character and that its writing does not need, or -1. */
export function hiddenAt(line: string): number {
  if (!wide.test(line) || !suspicious.test(line)) return -1;
  return line.replace(needed, (part) => ' '.repeat(part.length)).search(suspicious);
}

/** Finds characters, comments and encoded texts that a reader of the rendered page does not see or cannot read. */
export function findHidden(lines: readonly string[]): RiskHit[] {
  const hits: RiskHit[] = [];
  const comments = new CommentReader();
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    const add = (ruleId: string, at: number): void => {
      if (at >= 0) hits.push({ ruleId, index, at });
    };
    if (!comments.inside && fence.test(line)) fenced = !fenced;
    if (wide.test(line)) {
      add('hidden-characters', hiddenAt(line));
      add('control-characters', line.search(controls));
    }
    if (!fenced) {
      const definition = asDefinition.test(line) && addressesAgent.test(line) ? 0 : -1;
      add('hidden-comment', Math.max(comments.read(line), definition, line.search(concealed)));
    }
    add('encoded-blob', blobAt(line));
  }
  return hits;
}
