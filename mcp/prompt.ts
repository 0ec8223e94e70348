/** A prompt as a host lists it; hosts pass arguments as text. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

/** A piece of work that a person starts by name. */
export interface Prompt {
  readonly definition: PromptDefinition;
  /** The instruction for the person's model, in the person's name; arguments that were not given are absent, endpoints are below `baseUrl`. */
  text(given: Readonly<Record<string, string>>, baseUrl: string): string;
}

/** Line ends, control and invisible characters and every kind of space: with them a text could seem to end its quotation. */
const BREAKING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}]+/gu;

/** A person's typed text, on one line and without what cannot be seen; empty when nothing is left. */
export const onOneLine = (typed: string): string => typed.replace(BREAKING, ' ').trim();

/**
 * Declares a prompt. Its words get what the person typed as one block of quoted lines, so that no prompt can forget to set it apart from
 * what the model is told to do.
 */
export const prompt = (definition: PromptDefinition, words: (typed: string, baseUrl: string) => string): Prompt => ({
  definition,
  text: (given, baseUrl) => words(quoted(definition, given), baseUrl),
});

const quoted = ({ arguments: known }: PromptDefinition, given: Readonly<Record<string, string>>): string =>
  known
    .map(({ name }) => ({ name, typed: onOneLine(given[name] ?? '') }))
    .filter(({ typed }) => typed !== '')
    .map(({ name, typed }) => `> ${name}: ${JSON.stringify(typed)}`)
    .join('\n');
