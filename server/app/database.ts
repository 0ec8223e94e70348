import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { accountsEntities, normalizeEmails } from '../accounts/index.js';
import { adoptionEntities } from '../adoption/index.js';
import { directoryEntities } from '../directory/index.js';
import { enterpriseEntities } from '../enterprise/index.js';
import { intakeEntities } from '../intake/index.js';
import { offersEntities } from '../offers/index.js';
import { planningEntities } from '../planning/index.js';
import { AuditEntry, AuditHead, AuditValue, AuditWaiting } from '../platform/audit/audit.entity.js';
import { BackupRun } from '../platform/backup/backup.entity.js';
import type { Config } from '../platform/config.js';
import { startEmbedded } from '../platform/database/embedded.js';
import { migrate, openOrm, openServingOrm } from '../platform/database/orm.js';
import { refuseNewerSchema, refuseOlderSchema } from '../platform/database/schema.check.js';
import { checkServer } from '../platform/database/server.check.js';
import { IdempotentRequest } from '../platform/idempotency/idempotency.entity.js';
import type { Log } from '../platform/log.js';
import { Mail } from '../platform/mail/mail.entity.js';
import { RetentionRun } from '../platform/retention/retention.entity.js';
import { projectsEntities } from '../projects/index.js';
import { skillsEntities } from '../skills/index.js';
import { trackingEntities } from '../tracking/index.js';
import { usageEntities } from '../usage/index.js';
import { webhookEntities } from '../webhooks/index.js';

/** The entities of all domains. */
export const entities = [
  AuditHead,
  AuditEntry,
  AuditValue,
  AuditWaiting,
  IdempotentRequest,
  BackupRun,
  RetentionRun,
  Mail,
  ...accountsEntities,
  ...adoptionEntities,
  ...directoryEntities,
  ...offersEntities,
  ...planningEntities,
  ...projectsEntities,
  ...skillsEntities,
  ...trackingEntities,
  ...usageEntities,
  ...intakeEntities,
  ...enterpriseEntities,
  ...webhookEntities,
];

export interface Database {
  /** The address of the role that serves. */
  readonly url: string;
  /** The address of the owner, never through a pooler: migrations, the job queue, operators. */
  readonly directUrl: string;
  readonly embedded: boolean;
  /** Whether the role of `directUrl` owns the tables, and has migrated them. */
  readonly owned: boolean;
  /** For work that a caller waits for: its statements have a deadline. */
  readonly orm: MikroORM;
  /** The unit of work of a worker, which may take longer. */
  readonly workOrm: MikroORM;
  close(): Promise<void>;
}

const CLOSE_DEADLINE_MS = 5_000;

/**
 * Opens the database that the configuration names, or the embedded one in DATA_DIR, and brings its schema up to date where its role may.
 * With `create: false` an embedded database has to exist, and with `migrates: false` any database its whole schema. Throws a StartError for what keeps a database from being used. Work is done as
 * the role that serves, or as the owner for an operator's command.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  {
    as = 'gateway',
    create = true,
    migrates = true,
  }: { as?: 'gateway' | 'owner'; create?: boolean; migrates?: boolean } = {},
): Promise<Database> {
  const server = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, {
        log: (message) => log.info(message),
        create,
        onRestart: () => log.warn('the embedded PostgreSQL died and was started again'),
      });
  const url = config.databaseUrl ?? server?.gatewayUrl ?? '';
  const directUrl = config.databaseDirectUrl ?? server?.url ?? url;
  try {
    if (!server) await checkServers(config);
    const owned = migrates && (await migrate(directUrl));
    const workOrm = await openOrm(as === 'owner' ? directUrl : url, entities);
    if (!owned) await refuseOtherSchema(workOrm, migrates);
    // A command finds a person by the normal form of an address, also one that an older gateway wrote meanwhile.
    if (owned || as === 'owner') await normalizeEmails(workOrm.em.fork());
    const orm = as === 'owner' ? workOrm : await openServingOrm(url, entities);
    return {
      url,
      directUrl,
      embedded: server !== null,
      owned,
      orm,
      workOrm,
      async close() {
        await withDeadline(Promise.all([orm.close(), workOrm.close()]), CLOSE_DEADLINE_MS);
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** A database that is away, lets no one in or is too old is named before anything else is done with it. */
export async function checkServers({ databaseUrl, databaseDirectUrl }: Config): Promise<void> {
  if (databaseUrl) await checkServer(databaseUrl, 'DATABASE_URL');
  if (databaseDirectUrl && databaseDirectUrl !== databaseUrl)
    await checkServer(databaseDirectUrl, 'DATABASE_DIRECT_URL');
}

async function refuseOtherSchema(orm: MikroORM, migrates: boolean): Promise<void> {
  try {
    await refuseNewerSchema(orm.em.fork());
    await refuseOlderSchema(orm.em.fork(), migrates);
  } catch (error) {
    await orm.close();
    throw error;
  }
}

/** Waits for a step of the shutdown, but not for ever: a pool was seen that never closed. */
async function withDeadline(step: Promise<unknown>, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadlineMs);
  });
  await Promise.race([step.catch(() => undefined), late]);
  clearTimeout(timer);
}

/** SESSION_SECRET, or one that is made once and kept in DATA_DIR. */
export function sessionSecret(config: Config): string {
  if (config.sessionSecret) return config.sessionSecret;
  const file = path.join(config.dataDir, 'session-secret');
  mkdirSync(config.dataDir, { recursive: true });
  // Written under another name first: a process that starts at the same time, or after a crash, must not read half of it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
