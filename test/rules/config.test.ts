import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../server/platform/config.check.js';
import { ConfigError, readConfig } from '../../server/platform/config.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the public addresses', () => {
  it.each([
    ['HTTPS://DAI.Example.COM', 'https://dai.example.com'],
    ['https://dai.example.com:443/', 'https://dai.example.com'],
    ['http://dai.example.com:80', 'http://dai.example.com'],
    ['https://dai.example.com:8443', 'https://dai.example.com:8443'],
    ['https://d\u00e4i.example', 'https://xn--di-via.example'],
  ])('%s is the origin %s', (given, origin) => {
    const { baseUrl, workspaceUrl } = readConfig({ BASE_URL: given, WORKSPACE_URL: given });
    expect([baseUrl, workspaceUrl]).toEqual([origin, origin]);
  });

  it.each([
    'https://dai.example.com/app',
    'https://dai.example.com/?a=b',
    'https://dai.example.com/#a',
    'https://me:secret@dai.example.com',
  ])('%s is no origin', (given) => {
    for (const name of ['BASE_URL', 'WORKSPACE_URL'])
      expect(problemsOf({ [name]: given })).toEqual([expect.stringMatching(`^${name} must be an origin`)]);
  });
});

describe('a variable that this version has nothing behind', () => {
  it.each([['DATABASE_REPLICA_URLS', 'postgresql://replica/dai']])(
    '%s ends the start with what to do, and its value is not repeated',
    (name, value) => {
      const [problem, ...others] = problemsOf({ [name]: value });
      expect(problem).toMatch(new RegExp(`^${name} has no effect in this version.*: unset it to start$`));
      expect(problem).not.toContain(value);
      expect(others).toEqual([]);
      for (const unset of ['', 'off']) expect(problemsOf({ [name]: unset })).toEqual([]);
    },
  );
});

describe('the mistakes of a configuration', () => {
  it('are all named at once, those of one variable and those between two', () => {
    const problems = problemsOf({
      PORT: 'many',
      BASE_URL: 'https://dai.example.com/app',
      REDIS_URL: 'http://redis',
      DATABASE_URL: 'mysql://db',
      DATABASE_DIRECT_URL: 'postgresql://db',
      DEMO_DATA: 'on',
      SEARCH_PROVIDER_URL: 'http://search.example',
    });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'BASE_URL',
      'DATABASE_URL',
      'DEMO_DATA',
      'PORT',
      'REDIS_URL',
      'SEARCH_PROVIDER_URL',
      'SESSION_SECRET',
    ]);
  });
});

describe('OUTBOUND_ALLOW', () => {
  it('warns in production, and only there', () => {
    const OUTBOUND_ALLOW = '127.0.0.1:9000';
    expect(checkConfig(readConfig({ OUTBOUND_ALLOW }))).toEqual([]);
    expect(checkConfig(readConfig({ NODE_ENV: 'production' }))).toEqual([]);
    const [warning] = checkConfig(readConfig({ NODE_ENV: 'production', OUTBOUND_ALLOW }));
    expect(warning).toMatchObject({ code: 'outbound_allow', remedy: expect.stringContaining('Unset OUTBOUND_ALLOW') });
  });
});
