import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LINES = [...readFileSync('docs/asvs.md', 'utf8').matchAll(/^\| (\d\.\d\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, line = '', about = '', because = '']) => ({ line, about, because }),
);
/** How many lines each section of ASVS 5.0 has. */
const SECTIONS: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
};

describe('docs/asvs.md', () => {
  it('has each line of ASVS 5 chapters 6 and 7 once, with a test or a reason', () => {
    const all = Object.entries(SECTIONS).flatMap(([section, lines]) =>
      Array.from({ length: lines }, (_, index) => `${section}.${index + 1}`),
    );
    expect(LINES.map(({ line }) => line)).toEqual(all);
    expect(LINES.filter(({ because }) => because.trim().length < 8)).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = LINES.flatMap(({ because }) =>
      [...because.matchAll(/`((?:test|server)\/[^`]+)`/g)].map(([, path]) => path),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path = '') => !existsSync(path))).toEqual([]);
  });
});
