import type { Platform, RequestContext } from '../platform/context.js';
import { openReceipts, type ReadAdoptionProofs, type Receipts } from './catalog/index.js';
import { type GapLog, openGapLog } from './gaps/index.js';
import { type CatalogImports, type ImportReaders, openCatalogImports } from './imports/index.js';
import { type Catalog, type LoadOffers, openCatalog } from './search/index.js';

/** The parts that the directory keeps in the process for its operations and for the domains above. */
export interface DirectoryParts {
  readonly catalog: Catalog;
  readonly catalogImports: CatalogImports;
  readonly receipts: Receipts;
  readonly gaps: GapLog;
}

/** Not `DirectoryContext`, which is the public name of an answer. */
export type DirectoryRequestContext = RequestContext<DirectoryParts>;

export interface DirectoryDeps {
  readonly platform: Pick<Platform, 'config' | 'clock' | 'log' | 'em' | 'replicas'>;
  readonly sessionSecret: string;
  readonly loadOffers: LoadOffers;
  readonly importReaders: ImportReaders;
  readonly readAdoptionProofs: ReadAdoptionProofs;
}

/** Opens the catalog in memory, the places for imports, the signing of read receipts and the counts of gaps; these alone need closing. */
export function openDirectory(deps: DirectoryDeps): DirectoryParts {
  const { platform, sessionSecret, loadOffers, importReaders, readAdoptionProofs } = deps;
  const { config, clock, log, em, replicas } = platform;
  return {
    catalog: openCatalog({ em, replicas, loadOffers, readAdoptionProofs, clock, log }),
    catalogImports: openCatalogImports(importReaders),
    receipts: openReceipts(sessionSecret, config.sessionSecretsPrevious),
    gaps: openGapLog(em, log),
  };
}
