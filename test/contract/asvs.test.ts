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

  it('names in each line a test or a decision, and each of them exists', () => {
    const named = LINES.map(({ line, because }) => ({
      line,
      paths: [
        ...[...because.matchAll(/`((?:test|server)\/[^`]+)`/g)].map(([, path = '']) => path),
        ...[...because.matchAll(/\]\((decisions\/\d{4}-[^)]+)\)/g)].map(([, path]) => `docs/${path}`),
      ],
    }));
    const isProof = (path: string): boolean => /^test\/.+\.test\.ts$|^docs\/decisions\//.test(path);
    expect(named.filter(({ paths }) => !paths.some(isProof)).map(({ line }) => line)).toEqual([]);
    expect(named.flatMap(({ paths }) => paths).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('leads to a decision that has a reason for each line which does so', () => {
    const reasons = readFileSync('docs/decisions/0135-where-asvs-asks-otherwise.md', 'utf8');
    const lines = LINES.filter(({ because }) => because.includes('0135-')).map(({ line }) => line);
    const isReasoned = (line: string): boolean =>
      [line, line.slice(0, 3)].some((one) => new RegExp(`${one.replaceAll('.', '\\.')}[,:]`).test(reasons));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !isReasoned(line))).toEqual([]);
  });
});
