import { type ImportRow, mergeOutcomes, type ParseImport, planOf, textOf } from '../../directory/index.js';
import { Fault, type FieldProblem } from '../../platform/fault.js';
import { type OfferRecord, unlistOffers, writeOffers } from '../catalog/index.js';
import { parseStartupCredits } from './startup-credits.parse.js';

/** An offer of the collection; one that its file says has ended is unlisted. */
type Credit = { readonly offer: OfferRecord } | { readonly ended: string; readonly problem: FieldProblem };

/** Reads vendor files of the startup-credits collection: a row for each offer, and one for each file that cannot be read. */
export const readStartupCredits: ParseImport = (files, { today }) => {
  const now = new Date(`${today}T00:00:00.000Z`);
  const read = files.flatMap(({ name, bytes }): Omit<ImportRow<Credit>, 'number'>[] => {
    const { records, problems, ended } = parseFile({ name, bytes }, now, files.length === 1);
    return [
      ...records.map((offer) => ({ key: offer.originKey, record: { offer }, problems: [] })),
      ...problems.map(({ key, problems: own }) => {
        const [problem] = own;
        const isOver = problem !== undefined && ended.includes(key);
        return { key, record: isOver ? { ended: key, problem } : null, problems: own };
      }),
    ];
  });
  const rows = read.map((row, index) => ({ ...row, number: index + 1 }));
  return planOf<Credit>(rows, async (em, at, credits) => {
    const offers = credits.flatMap((credit) => ('offer' in credit ? [credit.offer] : []));
    const over = credits.flatMap((credit) => ('ended' in credit ? [credit.ended] : []));
    const outcomes = await writeOffers(em, at, offers);
    if (over.length) await unlistOffers(em, at, 'startup-credits', { keys: over });
    return mergeOutcomes(
      credits.map((credit) =>
        'ended' in credit ? { outcome: 'refused', code: credit.problem.code, detail: credit.problem.detail } : null,
      ),
      outcomes,
    );
  });
};

/** In a folder of files, one that is no text is a row of its own and not the end of the import. */
function parseFile(
  file: Parameters<typeof textOf>[0],
  now: Date,
  isAlone: boolean,
): ReturnType<typeof parseStartupCredits> {
  try {
    return parseStartupCredits(textOf(file), file.name, now);
  } catch (error) {
    if (isAlone || !(error instanceof Fault)) throw error;
    return { records: [], problems: [{ key: file.name, problems: [...(error.errors ?? [])] }], ended: [] };
  }
}
