import type { FrontmatterField } from './yaml.rules.js';

/** More tools than this are no list that a person would approve. */
const toolsMax = 200;
const separators = new Set([' ', '\t', '\n', ',']);

/** The names in a text, split at spaces and commas outside parentheses: `Bash(git log) Read` is two tools. */
function split(text: string): { names: string[]; commas: boolean } {
  const names: string[] = [];
  let commas = false;
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length && names.length < toolsMax; at += 1) {
    const character = text[at] ?? ' ';
    if (at === text.length || (depth === 0 && separators.has(character))) {
      if (at > start) names.push(text.slice(start, at));
      if (character === ',') commas = true;
      start = at + 1;
    } else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
  }
  return { names, commas };
}

/** The tools that `allowed-tools` names, also where it is the list that the specification does not allow; null for anything else. */
export function toolNames(value: unknown): { names: readonly string[] | null; commas: boolean } {
  if (typeof value === 'string') return split(value);
  if (!Array.isArray(value)) return { names: null, commas: false };
  return { names: value.filter((item) => typeof item === 'string').slice(0, toolsMax), commas: false };
}

/** A reason against a field of the metadata; a fatal one makes the skill invalid. */
export interface MetadataProblem {
  readonly code: string;
  readonly field: FrontmatterField;
  readonly detail: string;
  readonly fatal: boolean;
}

/**
 * The specification knows metadata as a map from strings to strings. A list or a mapping in it is an error; a number, a truth value or a
 * date is a warning, because its text is what its author meant.
 */
export function metadataProblems(metadata: FrontmatterField | undefined): MetadataProblem[] {
  if (!metadata || metadata.kind === 'null') return [];
  if (metadata.kind !== 'mapping') {
    return [
      { code: 'metadata_not_mapping', field: metadata, detail: 'This is no list of `key: value` lines', fatal: true },
    ];
  }
  return metadata.entries.flatMap((entry): MetadataProblem[] => {
    if (entry.kind === 'text') return [];
    const field = { ...entry, name: `metadata.${entry.name}` };
    return entry.kind === 'list' || entry.kind === 'mapping'
      ? [
          {
            code: 'metadata_value_nested',
            field,
            detail: 'A value of the metadata is a text, not a list or mapping',
            fatal: true,
          },
        ]
      : [
          {
            code: 'metadata_value_not_string',
            field,
            detail: 'Put the value in quotes: it is not read as a text',
            fatal: false,
          },
        ];
  });
}
