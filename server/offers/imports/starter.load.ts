import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadStarterFiles, readStarterFolder } from '../../directory/index.js';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import { type OfferRecordFacts, parseOfferFacts, unlistOffers, writeOffers } from '../catalog/index.js';

const STARTER = path.join(PACKAGE_ROOT, 'server', 'offers', 'starter', 'offers.json');

/** The offers that come with the project; one that is not in its form is a fault of ours and stops the start. */
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
 * Brings the starter offers into the database in one transaction, once for each content of its file and of the tools' files. What it no
 * longer holds is unlisted; what a person edited stays. It follows the starter tools, since offers name them.
 */
export function loadStarterOffers(em: EntityManager, at: Date): Promise<void> {
  const file = readFileSync(STARTER, 'utf8');
  return loadStarterFiles(em, at, {
    format: 'starter-offers',
    fileName: 'offers.json',
    digest: createHash('sha256').update(`${readStarterFolder().digest}\n${file}`).digest('hex'), // of the tools too, which offers name
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
