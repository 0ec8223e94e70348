import type { SkillProblem, SkillReading } from '../reading.types.js';
import type { Frontmatter } from './frontmatter.rules.js';
import { metadataProblems, toolNames } from './lists.rules.js';
import { directoryOf, isForeignName, nameFaults } from './name.rules.js';
import type { FrontmatterField } from './yaml.rules.js';

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

/** What an escape in double quotes can put into a value though it may not stand in the file, and no database stores. */
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
