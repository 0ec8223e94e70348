import type { Tool } from '../catalog/index.js';
import type { IntentAnalysis } from './lexicon-analyze.rules.js';
import { isGeneric } from './name.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import type { NamedTool } from './name-index.new.js';
import type { Question, SearchParts } from './question.read.js';
import { capabilityFit, likeness, modifierFit, nameScore, TAIL, WEIGHT } from './rank.rules.js';
import { inSentence } from './title.rules.js';
import { readWords } from './words.rules.js';

/** What one tool has got so far; `extra` does not raise the bar for the others. */
export interface Tally {
  score: number;
  extra: number;
  readonly reasons: string[];
}

/** The tools of a name, then those in whose description it stands. */
export function namesakes(parts: SearchParts, { stems }: Question, named: readonly NamedTool[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const tool of named)
    if (!tallies.has(tool.id))
      tallies.set(tool.id, {
        score: nameScore(tool),
        extra: 0,
        reasons: [tool.mistakes === 0 ? 'name match' : `close to the name ${parts.tools.get(tool.id)?.name}`],
      });
  const target = parts.tools.get(named[0]?.id ?? '');
  const requested =
    (named[0]?.mistakes ?? 0) === 0 ? stems : readWords(target?.name ?? '', parts.lexicon.stem).map(({ stem }) => stem);
  const own = requested.filter((stem) => !isGeneric(stem));
  for (const id of parts.texts.withEvery(own))
    if (!tallies.has(id)) tallies.set(id, { score: WEIGHT.mention, extra: 0, reasons: [MENTIONED] });
  return tallies;
}

/** Tools that can stand in for those named, never these themselves. */
export function alternativesTo(
  parts: SearchParts,
  question: Question,
  replaced: readonly ToolName[],
): Map<string, Tally> {
  const targets = replaced.flatMap(({ tools }) => parts.tools.get(tools[0]?.id ?? '') ?? []);
  const tallies = new Map<string, Tally>();
  for (const target of targets) {
    const candidates = new Set(target.capabilities.flatMap((id) => [...(parts.byCapability.get(id) ?? [])]));
    for (const id of candidates) {
      const tool = parts.tools.get(id);
      if (!tool || targets.includes(tool)) continue;
      const { fit, offered } = capabilityFit(tool, question.analysis);
      const like = likeness(tool, target) * (question.analysis.capabilities.length === 0 ? 1 : 0.6 + 0.6 * fit);
      const score = WEIGHT.alternative * like * modifierFit(tool, question.analysis.modifiers);
      const known = tallies.get(id);
      if (known && known.score >= score) continue;
      tallies.set(id, {
        score,
        extra: 0,
        reasons: [
          `alternative to ${target.name}`,
          ...offered.map((one) => reasonFor(parts, one)),
          ...modifierReasons(tool, question.analysis),
        ],
      });
    }
  }
  addContext(parts, question, tallies);
  return withoutTail(tallies, TAIL.alternative);
}

/** In the words of the capability: `for full-text search`, `for SMS`. */
const reasonFor = ({ lexicon }: SearchParts, capability: string): string =>
  `for ${inSentence(lexicon.titles.get(capability) ?? capability)}`;

/** Tools by what they do, the names that stand beside, and the words of their description. */
export function described(parts: SearchParts, question: Question): Map<string, Tally> {
  const { analysis, names } = question;
  const tallies = new Map<string, Tally>();
  for (const { id: capability } of analysis.capabilities)
    for (const id of parts.byCapability.get(capability) ?? []) {
      const tool = parts.tools.get(id);
      if (!tool || tallies.has(id)) continue;
      const { fit, offered } = capabilityFit(tool, analysis);
      const unwanted = tool.capabilities[0] !== undefined && analysis.excluded.includes(tool.capabilities[0]) ? 0.3 : 1;
      tallies.set(id, {
        score: WEIGHT.capability * fit * unwanted * modifierFit(tool, analysis.modifiers),
        extra: 0,
        reasons: [...offered.map((one) => reasonFor(parts, one)), ...modifierReasons(tool, analysis)],
      });
    }
  for (const { tools, refused } of names)
    for (const { id, mistakes } of refused ? [] : tools) {
      const known = tallies.get(id);
      const isMeant = known !== undefined || analysis.capabilities.length === 0;
      const tally = known ?? { score: 0, extra: 0, reasons: [] };
      tally.extra += isMeant ? WEIGHT.nameWithin : WEIGHT.nameAround;
      tally.reasons.unshift(mistakes === 0 ? 'name match' : `close to the name ${parts.tools.get(id)?.name}`);
      tallies.set(id, tally);
    }
  addContext(parts, question, tallies);
  if (analysis.capabilities.length === 0) addMentions(parts, question, tallies);
  for (const { tools, refused } of names) if (refused) for (const { id } of tools) tallies.delete(id);
  return withoutTail(tallies, analysis.capabilities.length > 0 ? TAIL.capability : TAIL.text);
}

/** A description in which no more than this part of the question's words stand is no answer. */
const SHARE_MIN = 0.5;

/** Adds what the descriptions of the tools found so far say. */
function addContext(parts: SearchParts, { stems, context }: Question, tallies: ReadonlyMap<string, Tally>): void {
  const around = stems.filter((stem) => context.has(stem));
  for (const [id, tally] of tallies) {
    const matched = parts.texts.standIn(id, stems);
    const aside = matched.filter((stem) => context.has(stem)).length;
    if (aside > 0) tally.reasons.push(MENTIONED);
    tally.score += around.length === 0 ? 0 : (WEIGHT.context * aside) / around.length;
    tally.score += (WEIGHT.wording * matched.length) / Math.max(1, stems.length);
  }
}

/** Adds tools that only their descriptions find. */
function addMentions(parts: SearchParts, { stems }: Question, tallies: Map<string, Tally>): void {
  const strict = parts.texts.find(stems, 'any');
  const hits = strict.length === 0 && tallies.size === 0 ? parts.texts.find(stems, 'loosely') : strict;
  const best = Math.max(1, hits[0]?.score ?? 0);
  for (const { id, score, found } of hits) {
    const share = stems.filter((stem) => found.has(stem)).length / stems.length;
    if (share <= SHARE_MIN || tallies.has(id)) continue;
    tallies.set(id, { score: WEIGHT.text * (share * 0.7 + (score / best) * 0.3), extra: 0, reasons: [MENTIONED] });
  }
}
const MENTIONED = 'mentioned in the description';

const modifierReasons = (tool: Tool, { modifiers }: IntentAnalysis): string[] =>
  modifiers.filter((modifier) => modifierFit(tool, [modifier]) === 1).map(({ title }) => title);

function withoutTail(tallies: Map<string, Tally>, part: number): Map<string, Tally> {
  const best = Math.max(0, ...[...tallies.values()].map(({ score }) => score));
  return new Map([...tallies].filter(([, { score, extra }]) => extra > 0 || (score > 0 && score >= best * part)));
}
