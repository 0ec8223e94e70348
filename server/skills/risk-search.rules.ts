import { type RiskHit, withoutHidden } from './hidden.rules.js';
import { commandRisks, machineRisks, overrideRisk, type RiskPattern, wordRisks } from './risk-patterns.rules.js';

/** The rules that are told by regular expressions, in the order in which they are listed. */
export const riskPatterns: readonly RiskPattern[] = [overrideRisk, ...wordRisks, ...commandRisks, ...machineRisks];

interface Search {
  readonly ruleId: string;
  readonly forms: readonly RegExp[];
}
const searchesOf = (reach: RiskPattern['reach']): readonly Search[] =>
  riskPatterns
    .filter((rule) => rule.reach === reach)
    .map(({ ruleId, forms }) => ({ ruleId, forms: forms.map((form) => new RegExp(form, `${form.flags}g`)) }));
const searches = { line: searchesOf('line'), command: searchesOf('command'), paragraph: searchesOf('paragraph') };

/** Lines that are read as one text. Hits count where they begin in its own lines; what follows is there for matches that go on. */
interface Passage {
  readonly text: string;
  /** Index of its first line. */
  readonly index: number;
  /** The place in the text where each of its own lines begins. */
  readonly starts: readonly number[];
  readonly ownLength: number;
}

/** No form reaches further than this behind its beginning, or looks further back than the second. */
const reachMax = 1_200;
const backMax = 128;
const pieceLength = 4_096;
const ownLinesMax = 64;
const continuedLinesMax = 6;
const belowLengthMax = 240;
const startsBlock = /^\s*(?:[#>|*+-]|\d{1,9}[.)]|`{3}|$)/;
const download = /\b(?:curl|wget)\b/;

/** Whether a line goes on with the next one: by a backslash, or by a pipe that is no row of a table. */
const goesOn = (line: string, next: string | undefined, inTable: boolean): next is string => {
  if (next === undefined) return false;
  const following = next.trim();
  return line.endsWith('\\') || (!inTable && following.startsWith('|') && !following.endsWith('|'));
};

/** A command that begins at a line, with the lines that continue it, and below a download the two lines that may run it. */
function commandAt(lines: readonly string[], index: number): Passage {
  const inTable = (lines[index] ?? '').trimStart().startsWith('|');
  const starts = [0];
  let line = lines[index] ?? '';
  let text = line;
  let ownLength = line.length;
  let last = index;
  for (let owns = true; goesOn(line, lines[last + 1], inTable); ) {
    owns &&= starts.length < ownLinesMax && text.length < pieceLength;
    if (!owns && (last - index - starts.length > continuedLinesMax || text.length > ownLength + reachMax)) break;
    last += 1;
    line = (lines[last] ?? '').trim();
    const head = text.endsWith('\\') ? text.slice(0, -1) : text;
    if (owns) starts.push(head.length + 1);
    text = `${head} ${owns ? line : line.slice(0, reachMax)}`;
    if (owns) ownLength = text.length;
  }
  if (!download.test(text)) return { text, index, starts, ownLength };
  const below = lines.slice(last + 1, last + 3).map((one) => one.slice(0, belowLengthMax));
  return { text: [text, ...below, ''].join('\n'), index, starts, ownLength };
}

/** A line with the next one of its paragraph: a sentence may go on there. */
function paragraphAt(lines: readonly string[], index: number): Passage {
  const line = lines[index] ?? '';
  const next = lines[index + 1] ?? '';
  const text = line === '' || startsBlock.test(next) ? line : `${line} ${next.trim().slice(0, reachMax)}`;
  return { text, index, starts: [0], ownLength: line.length };
}

/** Tries rules on a passage, a piece at a time; of each rule and line at most a hit for each of its forms. */
function* search(rules: readonly Search[], { text, index, starts, ownLength }: Passage): Generator<void, RiskHit[]> {
  const hits: RiskHit[] = [];
  for (let from = 0; from < ownLength; from += pieceLength) {
    const base = Math.max(0, from - backMax);
    const piece = text.slice(base, from + pieceLength + reachMax);
    const until = Math.min(ownLength, from + pieceLength) - base;
    for (const { ruleId, forms } of rules) {
      for (const form of forms) {
        form.lastIndex = from - base;
        for (let found = form.exec(piece); found && found.index < until; found = form.exec(piece)) {
          const at = found.index + base;
          const next = starts.findIndex((start) => start > at);
          const own = (next === -1 ? starts.length : next) - 1;
          hits.push({ ruleId, index: index + own, at: at - (starts[own] ?? 0) });
          if (next === -1) break;
          form.lastIndex = (starts[next] ?? 0) - base;
        }
      }
    }
    yield;
  }
  return hits;
}

/** Tries every rule that is told by regular expressions on lines. Each line is read once by each rule, whatever continues it; a step is some milliseconds at most. */
export function* findPatterns(lines: readonly string[]): Generator<void, RiskHit[]> {
  const plain = lines.map(withoutHidden);
  const hits: RiskHit[] = [];
  let inCommand = -1;
  for (const [index, line] of plain.entries()) {
    const command = index > inCommand ? commandAt(plain, index) : null;
    if (command) {
      inCommand = index + command.starts.length - 1;
      const isLong = command.starts.length > 1;
      if (command.ownLength >= 3) hits.push(...(yield* search(searches.command, command)));
      if (isLong) hits.push(...(yield* search(searches.paragraph, command)));
    }
    if (line.length < 3) continue;
    hits.push(...(yield* search(searches.line, { text: line, index, starts: [0], ownLength: line.length })));
    if (!line.endsWith('\\')) hits.push(...(yield* search(searches.paragraph, paragraphAt(plain, index))));
  }
  return hits;
}
