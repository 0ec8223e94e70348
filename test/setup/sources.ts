import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One import of a source file; `target` is a file of the project (without extension) or a package's name. */
export interface Import {
  readonly target: string;
  readonly names: string;
  /** Erased by the compiler. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** Relative to the project, without extension: `server/tracking/check/event.rules`. */
  readonly name: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const IMPORT = /^(?:import|export)\s+(type\s+)?([^'";]*?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** The TypeScript sources below some folders, with what each of them imports. */
export function readSources(...folders: string[]): Map<string, Source> {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
      (file) => !/node_modules|\/(?:dist|generated)\/|\.d\.ts$/.test(file),
    ),
  );
  return new Map(
    files.map((file) => {
      const name = file.replace(/\.tsx?$/, '');
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [name, { name, text, imports: importsOf(name, text) }];
    }),
  );
}

function importsOf(name: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, names = '', from, dynamic]) => {
    const specifier = from ?? dynamic ?? '';
    const target = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(name), specifier).replace(/\.(js|tsx?)$/, '')
      : specifier;
    const everyNameIsAType = /^\s*\{(\s*type\s+\w+(\s+as\s+\w+)?\s*,?)+\s*\}/.test(names);
    return { target, names, typeOnly: type !== undefined || everyNameIsAType };
  });
}

/** The text without comments and strings, for checks of what the code does rather than what it says. */
export const codeOf = ({ text }: Source): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

/** The names that an import asks for: `type` ones left out, as the other file calls them; null where it asks for all. */
function namesOf({ names }: Import): string[] | null {
  const list = /\{([^}]*)\}/.exec(names)?.[1];
  if (list === undefined) return null;
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(/\s+as\s+/)[0] ?? one);
}

/**
 * Everything that a file uses, itself included: what is imported for its types alone is not. An index is looked through: of it
 * counts only what stands behind the names asked for.
 */
export function reachableFrom(name: string, sources: ReadonlyMap<string, Source>): Set<string> {
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const one of sources.get(at)?.imports ?? []) if (!one.typeOnly) follow(one);
  };
  const follow = (one: Import): void => {
    const index = one.target.endsWith('/index') ? sources.get(one.target) : undefined;
    const wanted = index && namesOf(one);
    if (!index || !wanted) return visit(one.target);
    for (const inner of index.imports) {
      const given = namesOf(inner);
      const shared = given?.filter((each) => wanted.includes(each)) ?? wanted;
      if (!inner.typeOnly && shared.length > 0) follow({ ...inner, names: `{ ${shared.join(', ')} } from ` });
    }
  };
  visit(name);
  return seen;
}

/** Everything that the runtime loads with a file, itself included, whatever names are asked for. */
export function loadedBy(name: string, sources: ReadonlyMap<string, Source>): Set<string> {
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const one of sources.get(at)?.imports ?? []) if (!one.typeOnly) visit(one.target);
  };
  visit(name);
  return seen;
}
