import { humanize } from '../directory/tool.labels.js';
import type { PlanContent } from './useBrief.js';

/** The plan as Markdown, for an issue, a message or a prompt; it says itself that copying it saved nothing. */
export function markdownOf(content: PlanContent): string {
  const { goal, capabilities, stack, gaps, steps, perks, risks, openQuestions, notices } = content;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? ['', `## ${title}`, '', ...lines] : [];
  return [
    `# ${goal}`,
    ...section('Understood', [
      ...capabilities.map(({ title, phrase }) => `- ${title}: “${phrase}”`),
      ...notices.map((notice) => `- Note: ${notice}`),
    ]),
    ...section('Stack', stack.flatMap(partLines)),
    ...section(
      'Gaps',
      gaps.map(({ capability, reason }) => `- ${humanize(capability)}: ${reason}`),
    ),
    ...section('Steps', steps.flatMap(stepLines)),
    ...section(
      'Perks',
      perks.map(({ title, rules, url }) => `- ${title}${url ? ` <${url}>` : ''}: ${rules.join(' ')}`),
    ),
    ...section(
      'Risks',
      risks.map(({ title, detail }) => `- **${title}.** ${detail}`),
    ),
    ...section(
      'To decide',
      openQuestions.map((question) => `- ${question}`),
    ),
    '',
  ].join('\n');
}

const partLines = ({ title, tool, why, alternatives }: PlanContent['stack'][number]): string[] => [
  `- **${tool.name}** for ${title}: ${tool.summary}`,
  ...why.map((reason) => `  - ${reason}`),
  ...(alternatives.length > 0 ? [`  - Instead: ${alternatives.map(({ name }) => name).join(', ')}`] : []),
];

const stepLines = ({ order, title, detail, command, needsAuthorization }: PlanContent['steps'][number]): string[] => [
  `${order}. **${title}**${needsAuthorization ? ' (needs your yes)' : ''}: ${detail}`,
  ...(command ? ['', '   ```sh', `   ${command}`, '   ```', ''] : []),
];
