import type { DirectoryRequestContext } from '../directory.open.js';
import type { QuestionReading } from '../directory.types.js';
import { loadLexicon } from './lexicon.load.js';

/** How a question of the directory was read. It is asked for beside an answer, which was counted. */
export async function readQuestionReading(
  { parts }: DirectoryRequestContext,
  question: string,
): Promise<QuestionReading> {
  const { search } = await parts.catalog.read();
  const { capabilities, words } = search.read(question).analysis;
  const { titles } = loadLexicon();
  return {
    needs: capabilities.map(({ id, phrase }) => ({ id, title: titles.get(id) ?? id, phrase })),
    words: [...new Set(words)],
  };
}
