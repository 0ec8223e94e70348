import type { Frontmatter } from './frontmatter.rules.js';
import type { SkillProblem, SkillReading } from './reading.types.js';
import type { FrontmatterField } from './yaml.rules.js';

/** agentskills.io's specification of `name`. */
const nameLengthMax = 64;
/** Letters and digits of any script: marks that vowels of some scripts need are part of their letters. */
const likeName = /^[\p{L}\p{M}\p{N}-]+$/u;
const isAscii = /^[\x20-\x7e]*$/;
const sourceFile = 'SKILL.md';

/** Why a text is no name of a skill, each reason with its code; empty for a good name. */
function nameFaults(name: string): { code: string; detail: string }[] {
  const faults: { code: string; detail: string }[] = [];
  const length = [...name].length;
  if (length > nameLengthMax)
    faults.push({ code: 'name_too_long', detail: `A name has at most 64 characters, not ${length}` });
  if (name !== name.toLowerCase()) faults.push({ code: 'name_uppercase', detail: 'A name has no capital letters' });
  if (!likeName.test(name.toLowerCase())) {
    faults.push({ code: 'name_characters', detail: 'A name consists of letters, digits and hyphens' });
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    faults.push({ code: 'name_hyphen_at_edge', detail: 'A name neither begins nor ends with a hyphen' });
  }
  if (name.includes('--')) faults.push({ code: 'name_double_hyphen', detail: 'A name has no two hyphens in a row' });
  return faults;
}

/** Whether a good name is one that some hosts don't take: they know the letters a to z alone. */
const isForeignName = (name: string): boolean => nameFaults(name).length === 0 && !isAscii.test(name);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How many leading segments of a path name the repository and its revision, on the two hosts where they do. */
function segmentsOfRepository(host: string, segments: readonly string[]): number {
  if (host === 'raw.githubusercontent.com') return segments[2] === 'refs' ? 5 : 3;
  if (host === 'github.com') return 4;
  return 0;
}

/** The directory in which the file of an address lies, or null where it lies at the root of a repository or host. */
function directoryOf(sourceUrl: string): string | null {
  if (!URL.canParse(sourceUrl)) return null;
  const { hostname, pathname } = new URL(sourceUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.at(-1) !== sourceFile) return null;
  const directory = segments.slice(segmentsOfRepository(hostname, segments), -1).at(-1);
  return directory === undefined ? null : decoded(directory);
}

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
function toolNames(value: unknown): { names: readonly string[] | null; commas: boolean } {
  if (typeof value === 'string') return split(value);
  if (!Array.isArray(value)) return { names: null, commas: false };
  return { names: value.filter((item) => typeof item === 'string').slice(0, toolsMax), commas: false };
}

/** A reason against a field of the metadata; a fatal one makes the skill invalid. */
interface MetadataProblem {
  readonly code: string;
  readonly field: FrontmatterField;
  readonly detail: string;
  readonly fatal: boolean;
}

/**
 * The specification knows metadata as a map from strings to strings. A list or a mapping in it is an error; a number, a truth value or a
 * date is a warning, because its text is what its author meant.
 */
function metadataProblems(metadata: FrontmatterField | undefined): MetadataProblem[] {
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

/** The fields of a skill as agentskills.io's specification knows them, as far as they could be read. */
export type SkillFields = Pick<
  SkillReading,
  'name' | 'description' | 'license' | 'compatibility' | 'allowedTools' | 'metadata'
>;
export interface FieldsReading {
  readonly values: SkillFields;
  readonly errors: readonly SkillProblem[];
  readonly warnings: readonly SkillProblem[];
}

const descriptionLengthMax = 1_024;
const compatibilityLengthMax = 500;
const fieldNameShownMax = 64;
const known = new Set(['name', 'description', 'license', 'compatibility', 'allowed-tools', 'metadata']);
const kindWords = {
  text: 'a text',
  null: 'nothing',
  boolean: 'a truth value',
  number: 'a number',
  date: 'a date',
  list: 'a list',
  mapping: 'a mapping',
};

/** Characters that an escape in double quotes can put into a value: they may not stand in the file, and no database stores them. */
const unprintable = /[[\p{Cc}--[\t\n\r]]\p{Cs}]/v;

type Report = (code: string, field: FrontmatterField, detail: string) => void;

/** The trimmed text of a field; a value of another kind is reported, and one without a value is as good as absent. */
function textOf(field: FrontmatterField | undefined, report: Report): string | null {
  if (!field || field.kind === 'null') return null;
  if (typeof field.value === 'string' && field.kind === 'text') return field.value.trim();
  const advice = field.kind === 'list' || field.kind === 'mapping' ? '' : ': put it in quotes';
  report(`${field.name.replace('-', '_')}_not_string`, field, `This is ${kindWords[field.kind]}, not a text${advice}`);
  return null;
}

function checkLength(text: string | null, field: FrontmatterField | undefined, max: number, report: Report): void {
  if (text === null || !field) return;
  const length = [...text].length;
  if (length > max) report(`${field.name}_too_long`, field, `At most ${max} characters, not ${length}`);
}

/** A field's own name as it may be shown: cut short, without invisible characters. */
const shown = (name: string): string =>
  name.slice(0, fieldNameShownMax).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '?');

/**
 * Checks the fields of a frontmatter against agentskills.io's specification (decisions §6): every reason at once, each with its line.
 * `sourceUrl` says in which directory the file lies.
 */
export function readFields({ fields, whole }: Frontmatter, sourceUrl: string): FieldsReading {
  const errors: SkillProblem[] = [];
  const warnings: SkillProblem[] = [];
  const into =
    (list: SkillProblem[]): Report =>
    (code, { name, line }, detail) =>
      list.push({ code, field: shown(name), line, detail });
  const fail = into(errors);
  const warn = into(warnings);
  const find = (name: string): FrontmatterField | undefined => fields.find((field) => field.name === name);
  const required = (name: string): string | null => {
    const field = find(name);
    const text = textOf(field, fail);
    const absent = field ? text === '' || field.kind === 'null' : whole;
    const detail = field ? `The ${name} is empty` : `The frontmatter has no ${name}`;
    if (absent) errors.push({ code: `${name}_missing`, field: name, line: field?.line ?? null, detail });
    return text === '' ? null : text;
  };

  const name = required('name');
  const nameField = find('name');
  if (name !== null && nameField) {
    for (const { code, detail } of nameFaults(name)) fail(code, nameField, detail);
    if (isForeignName(name))
      warn('name_not_ascii', nameField, 'Some hosts take the letters a to z, digits and hyphens alone');
    const directory = directoryOf(sourceUrl);
    if (directory !== null && directory.normalize() !== name.normalize()) {
      warn('name_differs_from_directory', nameField, `The file lies in the directory ${shown(directory)}`);
    }
  }
  const description = required('description');
  checkLength(description, find('description'), descriptionLengthMax, fail);
  const license = textOf(find('license'), fail);
  const compatibility = textOf(find('compatibility'), fail);
  checkLength(compatibility, find('compatibility'), compatibilityLengthMax, fail);
  const compatibilityField = find('compatibility');
  if (compatibility === '' && compatibilityField)
    fail('compatibility_empty', compatibilityField, 'Leave it out instead');

  const tools = find('allowed-tools');
  textOf(tools, fail);
  const { names, commas } = toolNames(tools?.value);
  if (commas && tools)
    warn('allowed_tools_commas', tools, 'The specification separates tools by spaces, not by commas');
  const metadata = find('metadata');
  for (const { code, field, detail, fatal } of metadataProblems(metadata)) (fatal ? fail : warn)(code, field, detail);
  for (const field of [
    ...fields,
    ...(metadata?.entries ?? []).map((one) => ({ ...one, name: `metadata.${one.name}` })),
  ]) {
    const content = typeof field.value === 'string' ? field.value : '';
    if (unprintable.test(field.name) || unprintable.test(content)) {
      fail('control_character', field, 'An escape stands for a control character or half a character');
    }
  }
  for (const field of fields) {
    if (!known.has(field.name)) warn('unknown_field', field, 'The specification does not know this field');
    else if (field.kind === 'null' && field.name !== 'name' && field.name !== 'description') {
      warn('empty_field', field, 'The field has no value and is read as absent');
    }
  }
  const values = {
    name,
    description,
    license: license || null,
    compatibility: compatibility || null,
    allowedTools: names,
    metadata:
      metadata?.kind === 'mapping' ? Object.fromEntries(metadata.entries.map((one) => [one.name, one.value])) : null,
  };
  return { values, errors, warnings };
}
