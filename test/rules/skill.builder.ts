import { readSkill } from '../../server/skills/reading.rules.js';
import type { SkillProblem, SkillReading } from '../../server/skills/reading.types.js';

export const sourceUrl = 'https://raw.githubusercontent.com/acme/skills/0123abc/skills/pdf-forms/SKILL.md';

export const read = (text: string | Buffer, url: string = sourceUrl): SkillReading =>
  readSkill(typeof text === 'string' ? Buffer.from(text) : text, url);

/** The text of a skill; the test says only which lines of the frontmatter and which body it cares about. */
export function skillText(frontmatter: readonly string[] = [], body = '# PDF forms\n\nFill in the form.\n'): string {
  const name = frontmatter.find((line) => line.startsWith('name:')) ?? 'name: pdf-forms';
  const others = frontmatter.filter((line) => line !== name);
  const described = others.some((line) => line.startsWith('description:'));
  const lines = [name, ...(described ? [] : ['description: Fills in forms.']), ...others];
  return `---\n${lines.join('\n')}\n---\n\n${body}`;
}

const linesOf = (problems: readonly SkillProblem[]): string[] =>
  problems.map(({ code, field, line }) => [code, field ?? '-', line ?? '-'].join(' '));

/** The errors of a text as `code field line`. */
export const errorsOf = (text: string | Buffer, url?: string): string[] => linesOf(read(text, url).validation.errors);

/** The warnings of a text as `code field line`. */
export const warningsOf = (text: string | Buffer, url?: string): string[] =>
  linesOf(read(text, url).validation.warnings);

/** The findings of a body as `ruleId severity`, one line of a body at a time. */
export const risksOf = (body: string): string[] =>
  read(skillText([], body)).findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`);
