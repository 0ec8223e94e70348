import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCatalog, readStarterCatalog } from '../../directory/index.js';
import { newUuid } from '../../platform/ids.js';
import { PACKAGE_ROOT } from '../../platform/package.root.js';
import { type OfferRecordFacts, parseOfferFacts, unlistOffers, writeOffers } from '../catalog/index.js';

const STARTER = path.join(PACKAGE_ROOT, 'server', 'offers', 'starter', 'offers.json');

interface StarterOffers {
  readonly offers: readonly OfferRecordFacts[];
  /** SHA-256 of the offers and of the starter tools that they may name: what was loaded is not loaded again. */
  readonly digest: string;
}

/** Reads the offers that come with the project; one that is not in its form is a fault of ours and stops the start. */
export function readStarterOffers(): StarterOffers {
  const file = readFileSync(STARTER, 'utf8');
  const offers = (JSON.parse(file) as unknown[]).map((one, index) => {
    const parsed = parseOfferFacts(one);
    if ('problems' in parsed)
      throw new Error(
        `starter offer ${index}: ${parsed.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}`,
      );
    return parsed.facts;
  });
  return { offers, digest: createHash('sha256').update(`${readStarterCatalog().digest}\n${file}`).digest('hex') };
}

/**
 * Brings the starter offers into the database in one transaction, once for each content of its file and of the tools' files. What it no
 * longer holds is unlisted; what a person edited stays. It follows the starter tools, since offers name them.
 */
export async function loadStarterOffers(em: EntityManager, at: Date): Promise<void> {
  const { offers, digest } = readStarterOffers();
  await em.transactional(async (tx) => {
    await lockCatalog(tx);
    const loaded = await tx.execute<unknown[]>(
      `select 1 from catalog_import where format = 'starter-offers' and digest = ? and status = 'done'
         and started_at = (select max(started_at) from catalog_import where format = 'starter-offers')`,
      [digest],
    );
    if (loaded.length) return;
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
    const count = (outcome: string): number => outcomes.filter((one) => one.outcome === outcome).length;
    await tx.execute(
      `insert into catalog_import (id, format, file_name, digest, status, total, created, updated, unchanged, refused, actor, started_at, finished_at)
       values (?, 'starter-offers', 'offers.json', ?, 'done', ?, ?, ?, ?, ?, 'system', ?, ?)`,
      [
        newUuid(),
        digest,
        offers.length,
        count('created'),
        count('updated'),
        count('unchanged'),
        count('refused'),
        at,
        at,
      ],
    );
  });
}
