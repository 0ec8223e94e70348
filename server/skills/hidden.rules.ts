import type { RiskRule } from './risk-patterns.rules.js';

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
 * The characters that writing needs: joiners and selectors inside emoji, the flags of regions, joiners between letters of scripts that join, and
 * direction marks beside letters that run from right to left.
 */
const needed =
  /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|(?<=\ufe0f|\p{Emoji_Modifier}|\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}])[\u200c\u200d]|(?<=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\u200b|(?<=[\p{Script=Arabic}\p{Script=Hebrew}\p{P}\p{N} ])[\u200e\u200f](?=[\p{Script=Arabic}\p{Script=Hebrew}\p{P}\p{N} ])/gu;
const controls = /[[\p{Cc}--[\t\n\f]]\u2028\u2029]/v;
const wide = /[^\u0020-\u007e]/;

/** The parts that HTML doesn't show, from its opening to its closing: comments, processing instructions, declarations and CDATA. */
const opening = /<!--|<\?|<!\[CDATA\[|<![a-z]/gi;
const closingOf = (opened: string): string => {
  if (opened === '<!--') return '-->';
  if (opened === '<?') return '?>';
  return opened.startsWith('<![') ? ']]>' : '>';
};
/** A definition of a link that nothing refers to: it is not rendered, and some write comments so. */
const asDefinition = /^\[(?:\/\/|comment)\]:\s{0,4}#/;
/** How much of a line is read together with the next one of the same comment. */
const tailLength = 100;
const concealed =
  /style\s{0,4}=\s{0,4}["'][^"'\n]{0,80}(?:display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|font-size\s{0,4}:\s{0,4}0|opacity\s{0,4}:\s{0,4}0(?![.\d]))/i;
/** Words by which a text speaks to an assistant: its names, what "you" shall do, and what only an attack asks for. */
const addressesAgent = new RegExp(
  [
    String.raw`\b(?:`,
    [
      'assist[ae]nts?|asistentes?|assistentes?',
      String.raw`AIs?|LLMs?|claude|chatgpt|gpt(?:-\w{1,8})?|gemini|copilot|codex|cursor`,
      String.raw`(?:hey|hi|hello|dear|to|for|as|if you are) (?:(?:the|any|an|a|all|every|your|this) )?(?:\w{1,12} )?(?:agents?|models?|bots?)`,
      'system prompt|(?:ignore|disregard|forget) (?:the|all|any|every|previous|prior|earlier|what|your|this|these)',
      "you (?:must|should|shall|are|will|can|may|need|have to)|(?:do not|don['’]t|never) (?:tell|ask|mention|show|reveal)",
      String.raw`execute|exfiltrat\w{1,5}|curl|wget|send (?:the|all|any|your)|run (?:the|this|these)`,
    ].join('|'),
    String.raw`)\b|\b(?:agents?|models?|bots?)\s{0,2}[:,]|助手|助理|你(?:必须|应该|要|是)|アシスタント|어시스턴트|ассистент`,
  ].join(''),
  'i',
);
const blob = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{200,}/g;
const blobsMax = 50;

/** Follows comments from line to line; text of one that addresses an agent is reported once a line. */
class CommentReader {
  private closing = '';
  private tail = '';

  /** The place where text of a comment on this line addresses an agent, or -1. */
  read(line: string): number {
    let found = -1;
    for (let from = 0; from <= line.length; ) {
      opening.lastIndex = from;
      const opened = this.inside ? null : opening.exec(line);
      if (!this.inside && !opened) break;
      const at = opened?.index ?? from;
      if (opened) this.closing = closingOf(opened[0]);
      const end = line.indexOf(this.closing, at);
      const body = line.slice(at, end === -1 ? line.length : end);
      if (found === -1 && addressesAgent.test(`${this.tail} ${body}`)) found = at;
      this.tail = end === -1 && found === -1 ? body.slice(-tailLength) : '';
      if (end === -1) break;
      from = end + this.closing.length;
      this.closing = '';
    }
    return found;
  }

  get inside(): boolean {
    return this.closing !== '';
  }
}

/** Follows fenced code from line to line as CommonMark has it: a fence ends with its own character, at least as often, and nothing else. */
class FenceReader {
  private opened = '';

  read(line: string): void {
    const [, marks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (marks === '') return;
    if (this.opened === '') this.opened = marks.startsWith('`') && rest.includes('`') ? '' : marks;
    else if (marks.startsWith(this.opened) && rest.trim() === '') this.opened = '';
  }

  get inside(): boolean {
    return this.opened !== '';
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

/** The place where a line holds an invisible character that its writing does not need, or -1. */
export function hiddenAt(line: string): number {
  if (!wide.test(line) || !suspicious.test(line)) return -1;
  return line.replace(needed, (part) => ' '.repeat(part.length)).search(suspicious);
}

/** Finds characters, comments and encoded texts that a reader of the rendered page does not see or cannot read. */
export function findHidden(lines: readonly string[]): RiskHit[] {
  const hits: RiskHit[] = [];
  const comments = new CommentReader();
  const fences = new FenceReader();
  for (const [index, line] of lines.entries()) {
    const add = (ruleId: string, at: number): void => {
      if (at >= 0) hits.push({ ruleId, index, at });
    };
    if (!comments.inside) fences.read(line);
    if (wide.test(line)) {
      add('hidden-characters', hiddenAt(line));
      add('control-characters', line.search(controls));
    }
    if (!fences.inside) {
      const plain = withoutHidden(line);
      const definition = asDefinition.test(plain) && addressesAgent.test(plain) ? 0 : -1;
      add('hidden-comment', Math.max(comments.read(plain), definition, plain.search(concealed)));
    }
    add('encoded-blob', blobAt(line));
  }
  return hits;
}
