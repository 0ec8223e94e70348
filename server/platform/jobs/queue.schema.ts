import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger, runMigrations } from 'graphile-worker';
import { BareStatement, type RowOf } from '../database/bare-statement.js';

/** Nothing of the library's set-up is news to an operator; what fails is thrown. */
const SILENT = new Logger(() => () => undefined);

/**
 * The way into the queue for a role that does not own it: its tables are closed by row-level security. It runs with the owner's rights
 * and takes no name from the caller's search path.
 */
const ENQUEUE = `create or replace function public.enqueue_job(task text, payload json, job_key text, run_at timestamptz) returns void
  language sql security definer set search_path = '' as
  $$ select graphile_worker.add_job(task, payload, run_at := run_at, job_key := job_key, job_key_mode := 'preserve_run_at') $$`;

/**
 * Counts for the metrics of a role that may not read the queue's tables: by state, and the age of the oldest job that is due (seconds).
 * One without a key was replaced by a newer job while it ran, so its end is no failure.
 */
const COUNT = `create or replace function public.count_jobs(out ready bigint, out scheduled bigint, out running bigint, out dead bigint, out oldest numeric)
  language sql stable security definer set search_path = '' as
  $$ select count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()),
       count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > now()),
       count(*) filter (where j.locked_at is not null),
       count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts and j.key is not null),
       coalesce(extract(epoch from now() - min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)
     from graphile_worker.jobs j $$`;

export const WRITERS = new BareStatement(
  { role: 'text' },
  `select distinct quote_ident(r.rolname) as role from pg_class c, aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
   where c.oid = 'public.idempotent_request'::regclass and g.privilege_type = 'INSERT'`,
);

/**
 * Brings the job queue's own schema up to date, after ours, in the database of `em`, whose role owns it. A role that may write the platform's
 * tables may add a job, and no one else.
 */
export async function setUpQueue(directUrl: string, em: EntityManager): Promise<void> {
  await setUpQueueSchema(directUrl);
  // One transaction: no one may call it in between.
  await em.transactional(async (tx) => {
    await tx.execute(ENQUEUE);
    await tx.execute(COUNT);
    await tx.execute('revoke all on function public.enqueue_job, public.count_jobs from public');
    const writers = await tx.execute<RowOf<typeof WRITERS>[]>(WRITERS.text);
    for (const { role } of writers)
      await tx.execute(`grant execute on function public.enqueue_job, public.count_jobs to ${role}`);
  });
}

/** Brings the tables and functions of the queue's library up to date, and nothing of ours. */
export const setUpQueueSchema = (directUrl: string): Promise<void> =>
  runMigrations({ connectionString: directUrl, logger: SILENT });
