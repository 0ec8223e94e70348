import type { MikroORM } from '@mikro-orm/postgresql';
import { openAccounts, type PasswordHasher } from '../accounts/index.js';
import {
  openAdoptionProofs,
  openExports,
  openProjectLinks,
  openSnapshots,
  orderByActivity,
  readProductActivity,
  readToolProofs,
} from '../adoption/index.js';
import { openDirectory } from '../directory/index.js';
import { openEnterprise } from '../enterprise/index.js';
import { loadOffers, openOffers } from '../offers/index.js';
import { openPlanning } from '../planning/index.js';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Opened } from '../platform/context.js';
import type { Replicas } from '../platform/database/replicas.js';
import type { Log } from '../platform/log.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { openProjects, ownsProject } from '../projects/index.js';
import { hasCommercialEvent, openTracking } from '../tracking/index.js';
import { endConnections, openUsage } from '../usage/index.js';
import { openWebhooks } from '../webhooks/index.js';
import { importReaders } from './imports.js';
import type { AppParts } from './parts.js';
import { countPersonalRecords } from './personal-records.count.js';

export interface DomainDeps {
  readonly config: Config;
  readonly orm: MikroORM;
  readonly clock: Clock;
  readonly log: Log;
  readonly replicas: Replicas;
  /** The address for the hot path's own connections. */
  readonly databaseUrl: string;
  readonly sessionSecret: string;
  /** In place of the real one, where a test makes many people. */
  readonly passwordHasher?: PasswordHasher;
}

/** Opens every domain once, the lower layers first; a question of a lower domain to a higher one is handed in as a function. */
export async function openDomains(deps: DomainDeps, metrics: Metrics): Promise<Opened<AppParts>> {
  const { config, orm, clock, log, replicas, databaseUrl, sessionSecret, passwordHasher } = deps;
  const em = () => orm.em.fork();
  const accounts = openAccounts({
    platform: { config, clock, log, em },
    orm,
    sessionSecret,
    endConnections,
    ownsProject: (userUuid, projectUuid) => ownsProject(em(), userUuid, projectUuid),
    countPersonalRecords,
    readProductActivity,
    orderByActivity,
    passwordHasher,
  });
  const publishedAdoption = openSnapshots({ em, replicas, clock, log });
  const directory = openDirectory({
    platform: { config, clock, log, em, replicas },
    sessionSecret,
    loadOffers,
    importReaders,
    readAdoptionProofs: openAdoptionProofs(publishedAdoption),
  });
  const offers = openOffers({
    offerEvents: (organizationId, eventId) => hasCommercialEvent(em(), organizationId, eventId),
  });
  const planning = openPlanning({ em });
  const tracking = await openTracking({
    platform: { clock, log, em },
    databaseUrl,
    metrics,
    accounts: accounts.parts,
    linksProject: openProjectLinks(em),
  });
  const projects = openProjects({
    plans: planning.plans,
    projectEvidence: (projectId, toolIds) => readToolProofs(em(), projectId, toolIds),
  });
  const usage = openUsage({ config, clock, log, em });
  const parts: AppParts = {
    ...accounts.parts,
    ...directory,
    ...offers,
    ...tracking.parts,
    ...projects,
    publishedAdoption,
    ...openExports(),
    ...usage,
    ...openEnterprise(config, sessionSecret),
    ...openWebhooks(config, sessionSecret),
  };
  return {
    parts,
    async close() {
      await tracking.close();
      await accounts.close();
      await directory.gaps.close();
    },
  };
}
