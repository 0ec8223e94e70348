import { describe, expect, it } from 'vitest';
import { openStarterIndex } from '../../bench/judge.run.js';
import { loadLexicon, readGlossary } from '../../server/directory/search/lexicon.load.js';

const { glossary } = loadLexicon();
const index = await openStarterIndex();
const first = (text: string): string[] =>
  index
    .find(text)
    .slice(0, 5)
    .map(({ id }) => id);

describe('questions in other languages', () => {
  it.each([
    ['Datenbank für Zeitreihen', 'tol_influxdb'],
    ['base de datos de series temporales', 'tol_influxdb'],
    ['herramienta para monitorear caídas del sitio web', 'tol_uptime-kuma'],
    ['gestione dei segreti per Kubernetes', 'tol_external-secrets'],
    ['библиотека для парсинга HTML на Python', 'tol_beautiful-soup'],
    ['ログ管理サービス', 'tol_better-stack'],
    ['로그인 기능', 'tol_clerk'],
    ['微服务网关', 'tol_kong'],
  ])('find what an English description says: %s', (text, id) => {
    expect(glossary.english(text)).not.toBe('');
    expect(index.find(text).map((found) => found.id)).toContain(id);
    expect(first(text).length).toBeGreaterThan(0);
  });

  it.each(['red cap for a sin tax', 'card payments and email', 'postgres', 'die casting machines', ''])(
    'leave English alone: %s',
    (text) => {
      expect(glossary.english(text)).toBe('');
    },
  );

  it('give each word of a language one English term', () => {
    const seen = new Map<string, string>();
    for (const [english, terms] of Object.entries(readGlossary()))
      for (const [code, list] of Object.entries(terms))
        for (const one of list.split('; ')) {
          expect([code, one, seen.get(`${code} ${one}`) ?? english]).toEqual([code, one, english]);
          seen.set(`${code} ${one}`, english);
        }
    expect(seen.size).toBeGreaterThan(15_000);
  });
});
