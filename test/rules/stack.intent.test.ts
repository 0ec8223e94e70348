import { describe, expect, it } from 'vitest';
import { requestedWithNames } from '../../server/planning/intent.rules.js';
import { ecosystemOf, installFor } from '../../server/planning/tool.rules.js';
import { toolWith } from './stack.builder.js';

const wide = toolWith('wide', { capabilities: ['relational-database', 'authentication', 'file-storage'] });
const narrow = toolWith('narrow', { capabilities: ['authentication'] });
const named = (...tools: (typeof wide)[]) => tools.map((tool) => ({ tool, words: tool.name, role: 'wanted' as const }));
const requested = (...ids: string[]) => ids.map((id) => ({ id, phrase: id }));
const none: ReadonlySet<string> = new Set();
const found = (...given: Parameters<typeof requestedWithNames>) =>
  requestedWithNames(...given).map(({ id, named: tools }) => [id, ...tools.map(({ slug }) => slug)].join(' '));

describe('tools that an intent names', () => {
  it('take every capability that is asked for and they have', () => {
    expect(found(requested('authentication', 'sms', 'file-storage'), named(wide), [], none)).toEqual([
      'authentication wide',
      'sms',
      'file-storage wide',
    ]);
  });

  it('bring their first capability along when none of theirs is asked for', () => {
    expect(found(requested('sms'), named(wide), [], none)).toEqual(['sms', 'relational-database wide']);
    expect(found([], named(narrow, wide), [], none)).toEqual([
      'authentication narrow wide',
      'relational-database wide',
    ]);
  });

  it('leave a capability to the one that is more for it', () => {
    expect(found(requested('authentication'), named(wide, narrow), [], none)).toEqual([
      'authentication narrow wide',
      'relational-database wide',
    ]);
  });

  it('bring no capability along that the intent excludes', () => {
    expect(found(requested('sms'), named(wide), [], new Set(['relational-database']))).toEqual(['sms']);
  });

  it('say what is wanted where they are to be replaced and nothing else is asked for', () => {
    expect(found([], [], named(narrow), none)).toEqual(['authentication']);
    expect(found(requested('sms'), [], named(narrow), none)).toEqual(['sms']);
  });
});

const npm = { registry: 'npm', name: 'x' };
const pypi = { registry: 'pypi', name: 'x-py' };

describe('the language of a stack', () => {
  it('is the one that the intent names, else the one that all named tools share', () => {
    expect([...ecosystemOf('a Python API', [toolWith('x', { packages: [npm] })])]).toEqual(['pypi']);
    expect([...ecosystemOf('a Node.js API', [])]).toEqual(['npm']);
    const both = toolWith('both', { packages: [npm, pypi] });
    expect([...ecosystemOf('an API', [both, toolWith('one', { packages: [npm] }), toolWith('none')])]).toEqual(['npm']);
    expect([...ecosystemOf('an API', [])]).toEqual([]);
  });

  it('decides how a tool with packages in several is installed', () => {
    const install = { kind: 'npm' as const, command: 'npm install x' };
    const of = (registry: string, tool = toolWith('x', { install, packages: [npm, pypi] })) =>
      installFor(tool, new Set([registry])).command;
    expect(of('pypi')).toBe('pip install x-py');
    expect(of('npm')).toBe('npm install x');
    expect(of('elsewhere')).toBe('npm install x');
    expect(installFor(toolWith('x'), new Set(['npm']))).toEqual({ kind: null, command: null });
  });

  it('makes no command of a package name that a shell would read otherwise', () => {
    const tool = toolWith('x', { packages: [{ registry: 'npm', name: 'x; rm -rf ~' }] });
    expect(installFor(tool, new Set(['npm'])).command).toBeNull();
  });
});
