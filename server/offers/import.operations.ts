import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type ImportRow,
  loadStarterFiles,
  mergeOutcomes,
  type ParseImport,
  planOf,
  readFiles,
  type StarterFolder,
  textOf,
} from '../directory/index.js';
import type { FieldProblem } from '../platform/fault.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';
import { type OfferRecord, type OfferRecordFacts, parseOfferFacts } from './offer.schema.js';
import { unlistOffers, writeOffers } from './offer-record.query.js';
import { parseStartupCredits } from './startup-credits.schema.js';

const STARTER = path.join(PACKAGE_ROOT, 'server', 'offers', 'starter', 'offers.json');

/** The offers that come with the project; an offer that lacks the form is a fault of ours and stops the start. */
export function readStarterOffers(file = readFileSync(STARTER, 'utf8')): readonly OfferRecordFacts[] {
  return (JSON.parse(file) as unknown[]).map((one, index) => {
    const parsed = parseOfferFacts(one);
    if ('problems' in parsed)
      throw new Error(
        `starter offer ${index}: ${parsed.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}`,
      );
    return parsed.facts;
  });
}

/**
 * Brings the starter offers into the database in one transaction, once for each content of its file and of the tools' files. Offers that the
 * file no longer holds are unlisted; those that a person edited stay. It follows the starter tools, since offers name them.
 */
export function loadStarterOffers(em: EntityManager, at: Date, tools: Pick<StarterFolder, 'digest'>): Promise<void> {
  const file = readFileSync(STARTER, 'utf8');
  return loadStarterFiles(em, at, {
    format: 'starter-offers',
    fileName: 'offers.json',
    digest: createHash('sha256').update(`${tools.digest}\n${file}`).digest('hex'), // of the tools too, which offers name
    async write(tx) {
      const offers = readStarterOffers(file);
      const outcomes = await writeOffers(
        tx,
        at,
        offers.map((facts) => ({
          facts,
          origin: 'starter',
          originKey: facts.slug,
          label: 'public-source',
          organizationId: null,
          toolsGuessed: false,
        })),
      );
      await unlistOffers(tx, at, 'starter', { allBut: offers.map(({ slug }) => slug) });
      return outcomes;
    },
  });
}

/** An offer of the collection, or the key of an ended one, which the import unlists. */
type Credit = { readonly offer: OfferRecord } | { readonly ended: string; readonly problem: FieldProblem };

/** Reads vendor files of the startup-credits collection: a row for each offer, and one for each file that cannot be read. */
export const readStartupCredits: ParseImport = async (files, { today }) => {
  const now = new Date(`${today}T00:00:00.000Z`);
  const rows = await readFiles(files, (file): ImportRow<Credit>[] => {
    const { records, problems, ended } = parseStartupCredits(textOf(file), file.name, now);
    const read = [
      ...records.map((offer) => ({ key: offer.originKey, record: { offer }, problems: [] })),
      ...problems.map(({ key, problems: own }) => {
        const [problem] = own;
        const isOver = problem !== undefined && ended.includes(key);
        return { key, record: isOver ? { ended: key, problem } : null, problems: own };
      }),
    ];
    return read.map((row, index) => ({ ...row, number: index + 1 }));
  });
  return planOf<Credit>(rows, async (em, at, credits) => {
    const offers = credits.flatMap((credit) => ('offer' in credit ? [credit.offer] : []));
    const over = credits.flatMap((credit) => ('ended' in credit ? [credit.ended] : []));
    const outcomes = await writeOffers(em, at, offers);
    if (over.length) await unlistOffers(em, at, 'startup-credits', { keys: over });
    return mergeOutcomes(
      credits.map((credit) =>
        'ended' in credit
          ? { outcome: 'refused' as const, code: credit.problem.code, detail: credit.problem.detail }
          : null,
      ),
      outcomes,
    );
  });
};
