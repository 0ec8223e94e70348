import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import { type GlossaryFile, glossaryFile } from './glossary.rules.js';
import { compileLexicon, type Lexicon } from './lexicon.rules.js';
import { type LexiconFile, lexiconFile } from './lexicon.schema.js';
import { type QuestionFile, questionFile } from './need-index.rules.js';

const FOLDER = path.join(PACKAGE_ROOT, 'server', 'directory');

/** The published lexicon as data; a file of another form stops the start. */
export const readLexicon = (): LexiconFile =>
  lexiconFile.parse(JSON.parse(readFileSync(path.join(FOLDER, 'lexicon.json'), 'utf8')));

/** Ordinary English words, one of each stem. */
export const readEnglish = (): string[] =>
  readFileSync(path.join(FOLDER, 'lexicon.english.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Sentences by which people ask for capabilities. */
export const readQuestions = (): QuestionFile =>
  questionFile.parse(JSON.parse(readFileSync(path.join(FOLDER, 'capability-questions.json'), 'utf8')));

/** Words of questions in other languages. */
export const readGlossary = (): GlossaryFile =>
  glossaryFile.parse(JSON.parse(readFileSync(path.join(FOLDER, 'glossary.json'), 'utf8')));

let compiled: Lexicon | null = null;

/** The lexicon of this installation; read once. */
export function loadLexicon(): Lexicon {
  compiled ??= compileLexicon(readLexicon(), readEnglish(), readQuestions(), readGlossary());
  return compiled;
}
