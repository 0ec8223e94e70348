import type { EntityManager } from '@mikro-orm/postgresql';
import { warnOfSharedEmails } from '../accounts/index.js';
import { checkConfig } from '../platform/config.check.js';
import type { Config } from '../platform/config.js';
import { checkCluster } from '../platform/database/cluster.js';
import { checkMigrations } from '../platform/database/migrations.check.js';
import { checkReplicas, type Replicas } from '../platform/database/replicas.js';
import { checkRoles } from '../platform/database/roles.check.js';
import type { Warning } from '../platform/http/health.js';
import { checkQueue } from '../platform/jobs/queue.check.js';

/** Reads the faults that an operator should mend although requests are served: in the configuration, the database's migrations, roles and nodes, and the job queue. */
export const readWarnings = async (
  config: Config,
  em: () => EntityManager,
  replicas: Replicas | null,
): Promise<Warning[]> => [
  ...checkConfig(config),
  ...(await checkMigrations(em())),
  ...(await checkRoles(em())),
  ...(await checkQueue(em())),
  ...(await checkCluster(em())),
  ...(replicas ? await checkReplicas(replicas) : []),
  ...(await warnOfSharedEmails(em())),
];
