import type { Tool } from '../../directory/index.js';
import type { NamedTool } from './named-tools.rules.js';
import type { Part } from './stack-compose.rules.js';

const WORDS_SHOWN = 8;
const EXAMPLES =
  '"sign-in, card payments and transactional e-mail", "vector search over PDF files", "cron jobs in Node"';

interface Understood {
  readonly named: readonly NamedTool[];
  readonly unwanted: readonly string[];
  readonly excluded: readonly string[];
  readonly notUnderstood: readonly string[];
}

/** What the caller should know of how an intent was read: what was not understood, and what was named but could not be taken. */
export function noticesOf(
  { named, unwanted, excluded, notUnderstood }: Understood,
  parts: readonly Part[],
  preferred: readonly Tool[],
): string[] {
  const words = notUnderstood.slice(0, WORDS_SHOWN).join(', ');
  const takes = (tool: Tool): boolean =>
    parts.some(({ candidates }) => candidates.some((one) => one.tool === tool && one.requested !== null));
  return [
    ...(parts.length === 0
      ? [
          `No capability was understood${words ? ` in: ${words}` : ''}. Say what it must do, or name tools, such as ${EXAMPLES}.`,
        ]
      : words
        ? [`Nothing was made of: ${words}.`]
        : []),
    ...(excluded.length ? [`Left out, as the intent says: ${excluded.join(', ')}.`] : []),
    ...(unwanted.length ? [`Not taken, as the intent says: ${unwanted.join(', ')}.`] : []),
    ...named
      .filter(({ tool }) => !takes(tool))
      .map(({ tool }) => `${tool.name} was named and is not taken: a filter or an exclusion forbids it.`),
    ...preferred
      .filter((tool) => !takes(tool))
      .map(
        ({ name }) => `${name} is preferred and is not taken: it has none of the capabilities, or a filter forbids it.`,
      ),
  ];
}
