import { type FormMember, factNamesOf, unknownIn } from '../../platform/form.rules.js';
import { toolMembers } from '../tool.schema.js';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns whose name is not that of the fact with its group before it. */
const NAMED_ELSE: Readonly<Record<string, string>> = {
  '/pricing/freeTier': 'free_tier',
  '/docs/llmsTxt': 'llms_txt',
  '/docs/openapi': 'openapi',
};
/** The package registries that have a column, and the one source that a row names. */
const REGISTRIES = ['npm', 'pypi'] as const;
const SOURCE = [
  ['source_url', '/sources/0/url'],
  ['read_at', '/sources/0/readAt'],
] as const;

const columnsOf = ({ name, kind, members }: FormMember): [string, string][] => {
  if (kind === 'group')
    return members.map((one) => {
      const pointer = `/${name}/${one.name}`;
      return [NAMED_ELSE[pointer] ?? snake(`${name}_${one.name}`), pointer];
    });
  if (kind === 'groups') return [];
  return [[snake(name), `/${name}`]];
};

/**
 * The columns of a table of tools, in any order, and the facts that they state: those of the record's form. Lists have their items separated
 * by semicolons; a blank cell is absent knowledge.
 */
const facts: ReadonlyMap<string, string> = new Map([
  ...toolMembers.flatMap(columnsOf),
  ...REGISTRIES.map((registry): [string, string] => [registry, '/packages']),
  ...SOURCE,
]);
const columnAt = new Map([...facts].map(([column, pointer]) => [pointer, column]));
export const columns: readonly string[] = [...facts.keys()];
export const requiredColumns: readonly string[] = ['slug', 'name', 'summary'];

type Row = ReadonlyMap<string, string>;

/** The facts that a row states, before they are checked: `parseToolFacts` says what is wrong with them. */
export function readCells(row: Row): Record<string, unknown> {
  const [url, readAt] = SOURCE.map(([column]) => row.get(column) || null);
  return {
    ...Object.fromEntries(toolMembers.map((member) => [member.name, statedOf(member, row)])),
    packages: REGISTRIES.flatMap((registry) => itemsOf(row.get(registry)).map((name) => ({ registry, name }))),
    sources: url || readAt ? [{ url, readAt, facts: statedIn(row) }] : [],
  };
}

/** What a row says of a member of the form; nothing is what `unknownIn` says. */
function statedOf(member: FormMember, row: Row): unknown {
  const unknown = unknownIn([member])[member.name] ?? null;
  const cell = ({ kind }: FormMember, pointer: string): unknown => {
    const text = row.get(columnAt.get(pointer) ?? '');
    return kind === 'list' ? itemsOf(text) : text || null;
  };
  if (member.kind !== 'group') return cell(member, `/${member.name}`) ?? unknown;
  const stated = member.members.map((one) => [one.name, cell(one, `/${member.name}/${one.name}`)] as const);
  if (member.nullable && stated.every(([, value]) => value === null)) return null;
  return { ...unknownIn(member.members), ...Object.fromEntries(stated.filter(([, value]) => value !== null)) };
}

const itemsOf = (cell = ''): string[] =>
  cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The names of the facts that a row states, as sources name them: `summary`, `pricing.model`, `vendor`. */
const statedIn = (row: Row): string[] =>
  factNamesOf(toolMembers).filter((name) => {
    const pointer = `/${name.replace('.', '/')}`;
    return [...facts].some(
      ([column, one]) =>
        row.get(column) && (one === pointer || one.startsWith(`${pointer}/`)) && !one.startsWith('/sources'),
    );
  });

/** The column of a pointer into the facts of a row: the filled one, where two columns state the same fact. */
export function columnOf(pointer: string, row: Row): string {
  const stating = [...facts].filter(([, fact]) => pointer === fact || pointer.startsWith(`${fact}/`));
  return (stating.find(([column]) => row.get(column)) ?? stating[0])?.[0] ?? '';
}
