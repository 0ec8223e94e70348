import { readFields } from './fields.rules.js';
import { readFrontmatter } from './frontmatter.rules.js';
import type { RiskCounts, SkillProblem, SkillReading } from './reading.types.js';
import { findRisks } from './risk.rules.js';
import { digestOfSkill, findHeadings, readText } from './text.rules.js';

/** More reasons than this don't help; the last one then says how many are not shown. */
const problemsMax = 100;
/** The reasons that make every other one about the frontmatter a mere consequence. */
const noSkillAtAll = new Set(['empty_file', 'not_utf8', 'looks_like_html']);

function shownOf(problems: readonly SkillProblem[]): SkillProblem[] {
  const sorted = [...problems].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const more = sorted.length - problemsMax;
  if (more <= 0) return sorted;
  const detail = `${more} more are not shown`;
  return [...sorted.slice(0, problemsMax), { code: 'more_problems', field: null, line: null, detail }];
}

/**
 * Reads a SKILL.md off its bytes (decisions §6, Agent Skill import): fields, headings, every reason why it is no valid skill and every line
 * that a person should look at. Nothing in it is run, fetched or followed, and no bytes make it throw. `sourceUrl` says where the
 * file lies; its directory should have the skill's name. Goes in steps of some milliseconds: a hostile file takes a second altogether.
 */
export function* readSkillInSteps(bytes: Buffer, sourceUrl: string): Generator<void, SkillReading> {
  const { content, lines, problems } = readText(bytes);
  const readable = problems.every(({ code }) => code !== 'not_utf8');
  const frontmatter = readFrontmatter(readable ? lines : []);
  const { values, errors, warnings } = readFields(frontmatter, sourceUrl);
  const consequences = problems.some(({ code }) => noSkillAtAll.has(code));
  const allErrors = consequences ? problems : [...problems, ...frontmatter.problems, ...errors];
  const empty = frontmatter.bodyAt > 0 && lines.slice(frontmatter.bodyAt).every((line) => line.trim() === '');
  const emptyBody = { code: 'empty_body', field: null, line: null, detail: 'No instructions follow the frontmatter' };
  const outline = findHeadings(readable ? lines : [], frontmatter.bodyAt);
  return {
    ...values,
    headings: outline.headings,
    bytes: bytes.length,
    lines: lines.length,
    digest: digestOfSkill(bytes),
    validation: {
      valid: allErrors.length === 0,
      errors: shownOf(allErrors),
      warnings: shownOf([...warnings, ...outline.warnings, ...(empty ? [emptyBody] : [])]),
    },
    findings: readable ? yield* findRisks(lines, values.allowedTools, frontmatter.fields) : [],
    content,
  };
}

/** The same at one go, for files that no one else chose. */
export function readSkill(bytes: Buffer, sourceUrl: string): SkillReading {
  const steps = readSkillInSteps(bytes, sourceUrl);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** How many findings of each severity there are. */
export const riskCountsOf = (findings: SkillReading['findings']): RiskCounts => {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  return { high: count('high'), medium: count('medium'), low: count('low') };
};
