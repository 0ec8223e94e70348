import { z } from 'zod';

const HOURS_MAX = 168;
const STORED_MAX = 1000;
const EVERY_HOURS = 24;
const KEEP = 14;

/** Backups that the worker makes by itself, and how they are stored. */
export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`; the worker makes none while it is undefined. */
  readonly to: string | undefined;
  readonly everyHours: number;
  /** How many whole backups stay in a folder. */
  readonly keep: number;
  readonly passphrase: string | undefined;
  readonly s3:
    | {
        readonly endpoint: string;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
      }
    | undefined;
}

const whole = (max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(max, `must be at most ${max}`);

export const backupVariables = {
  BACKUP_TO: z
    .string()
    .refine(
      (to) => !to.includes('://') || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(to),
      'must be a folder, or an address such as s3://bucket/prefix',
    )
    .optional(),
  BACKUP_EVERY_HOURS: whole(HOURS_MAX).default(EVERY_HOURS),
  BACKUP_KEEP: whole(STORED_MAX).default(KEEP),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

type BackupEnvironment = z.infer<z.ZodObject<typeof backupVariables>>;

export function backupConfig(env: BackupEnvironment): BackupConfig {
  const [accessKeyId, secretAccessKey] = [env.BACKUP_S3_ACCESS_KEY_ID, env.BACKUP_S3_SECRET_ACCESS_KEY];
  return {
    to: env.BACKUP_TO,
    everyHours: env.BACKUP_EVERY_HOURS,
    keep: env.BACKUP_KEEP,
    passphrase: env.BACKUP_PASSPHRASE,
    s3:
      accessKeyId && secretAccessKey
        ? {
            endpoint: env.BACKUP_S3_ENDPOINT ?? `https://s3.${env.BACKUP_S3_REGION}.amazonaws.com`,
            region: env.BACKUP_S3_REGION,
            accessKeyId,
            secretAccessKey,
          }
        : undefined,
  };
}

/** Problems of the backup's variables with each other. */
export function backupProblems(env: BackupEnvironment, travelsInClear: (address: string) => boolean): string[] {
  const problems: string[] = [];
  if (!env.BACKUP_S3_ACCESS_KEY_ID !== !env.BACKUP_S3_SECRET_ACCESS_KEY)
    problems.push('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together: set both or none');
  if (env.BACKUP_TO?.startsWith('s3://') && !env.BACKUP_S3_ACCESS_KEY_ID)
    problems.push('BACKUP_TO is a bucket, which needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY');
  const schedule = [
    ['BACKUP_EVERY_HOURS', env.BACKUP_EVERY_HOURS !== EVERY_HOURS],
    ['BACKUP_KEEP', env.BACKUP_KEEP !== KEEP],
  ] as const;
  for (const [name, isChosen] of schedule)
    if (isChosen && env.BACKUP_TO === undefined) problems.push(`${name} has no meaning without BACKUP_TO`);
  if (env.BACKUP_KEEP !== KEEP && env.BACKUP_TO?.startsWith('s3://'))
    problems.push('BACKUP_KEEP is for a folder: let a lifecycle rule of the bucket remove old backups');
  if (env.BACKUP_S3_ENDPOINT && travelsInClear(env.BACKUP_S3_ENDPOINT))
    problems.push('BACKUP_S3_ENDPOINT must be https: a backup holds everything');
  return problems;
}
