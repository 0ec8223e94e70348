import { describe, expect, it } from 'vitest';
import { folderOf, isDomain } from '../setup/architecture.js';
import { readSources, type Source } from '../setup/sources.js';

/** The closed list of roles (CONTRIBUTING, Names); any other suffix is the verb of a function that the file exports. */
const ROLES = new Set([
  'entity',
  'types',
  'rules',
  'resolver',
  'schema',
  'query',
  'job',
  'client',
  'operations',
  'context',
  'routes',
]);

const sources = [...readSources('server').values()].filter(({ name }) => isDomain(folderOf(name)));
const fileOf = ({ name }: Source): string => name.split('/').at(-1) ?? '';

/** Whether a file exports a function, operation or constant whose name begins with a verb, as a word of its own. */
const exportsVerb = ({ text }: Source, verb: string): boolean =>
  new RegExp(String.raw`^export (?:async )?(?:function\*?|const) ${verb.split('-')[0]}(?:[A-Z]|\b)`, 'm').test(text);

describe('the name of a file in a domain', () => {
  it('is a noun and one role of the list, or the verb of what the file exports', () => {
    const files = sources.filter((one) => fileOf(one) !== 'index');
    expect(files.length).toBeGreaterThan(200);
    const wrong = files.filter((one) => {
      const [noun, role, ...rest] = fileOf(one).split('.');
      return !noun || !role || rest.length > 0 || !(ROLES.has(role) || exportsVerb(one, role));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('tells a role from any other word', () => {
    const one = { name: 'server/usage/x.store', text: 'export const readX = 1;\nconst storeX = 2;', imports: [] };
    expect(exportsVerb(one, 'store')).toBe(false);
    expect(exportsVerb(one, 'read')).toBe(true);
  });
});
