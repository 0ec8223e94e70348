import 'reflect-metadata'; // before any decorated class, whichever module comes first
import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ProductType } from '../accounts/index.js';
import type { ImportFormat } from '../directory/index.js';
import { isDay } from '../platform/instant.rules.js';
import { addAdoptionCommands } from './adoption.js';
import { addAuditCommands } from './audit.js';
import { addBackupCommands } from './backup.js';
import { addDistributeCommand } from './distribute.js';
import { addIntakeCommands } from './intake.js';
import { addMeasureCommands } from './measures.js';
import { addPersonCommands } from './person.js';
import { addPlanCommands } from './plan.js';
import { CommandError, print, readLimit } from './print.js';
import { PRODUCT_TYPES } from './product-types.js';
import { addRolesCommand } from './roles.js';
import { withDatabase } from './session.js';
import { addTypesCommand } from './types.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Every format of a catalog import: declared here again, so that usage is checked without loading the directory. */
const FORMATS: Readonly<Record<ImportFormat, true>> = {
  'mcp-registry': true,
  'startup-credits': true,
  csv: true,
  'npm-downloads': true,
  measures: true,
};

/**
 * The commands that run the server or work on its database; `env` is the environment of the process. Each loads what it does when it runs:
 * help and wrong usage load nothing of the server.
 */
export function addServerCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('serve')
    .description('run the server in the role that ROLE names')
    .action(async () => {
      const { readConfig } = await import('../platform/config.js');
      await (await import('../app/run.js')).runUntilStopped(readConfig(env));
    });

  dai
    .command('migrate')
    .description('migrate the database schema and exit')
    .addOption(json)
    .action(async (options: { json?: boolean }) => {
      const { readConfig } = await import('../platform/config.js');
      const { migrate } = await import('../platform/database/orm.js');
      const { checkServers } = await import('../app/database.js');
      const config = readConfig(env);
      const url = config.databaseDirectUrl ?? config.databaseUrl;
      if (url) await checkServers(config);
      if (!url) await withDatabase(env, async () => undefined, { migrates: true });
      else if (!(await migrate(url)))
        throw new CommandError(
          'This database role does not own the tables. Set DATABASE_DIRECT_URL to the owner’s connection string.',
        );
      print({ migrated: true }, ['The schema is up to date.'], options.json);
    });

  dai
    .command('bootstrap')
    .description('create the first organization and its owner')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>', 'the owner’s name')
    .requiredOption('--organization <name>')
    .option('--domain <domain>', 'the organization’s own domain')
    .addOption(json)
    .action(async (options: { email: string; name: string; organization: string; domain?: string; json?: boolean }) => {
      const { bootstrap } = await import('./people.js');
      const made = await withDatabase(env, (database, config) => bootstrap(database, config, options), {
        migrates: true, // the first command on a new server
      });
      print(
        made,
        [
          `Organization ${made.organizationId}`,
          made.password
            ? `Owner ${made.email}, password (shown once): ${made.password}`
            : `Owner ${made.email} (existing account)`,
        ],
        options.json,
      );
    });

  const role = dai.command('role').description('manage the reviewer role; changes are audited');
  for (const [name, grant] of [
    ['grant', true],
    ['take', false],
  ] as const)
    role
      .command(`${name} <email>`)
      .description(grant ? 'grant the reviewer role' : 'revoke the reviewer role')
      .option('--reason <text>')
      .addOption(json)
      .action(async (email: string, options: { reason?: string; json?: boolean }) => {
        const { setReviewer } = await import('./people.js');
        const changed = await withDatabase(env, (database) => setReviewer(database, email, grant, options.reason));
        print({ changed }, [changed ? 'Done.' : 'Nothing to change.'], options.json);
      });

  dai
    .command('password')
    .description('manage passwords')
    .command('reset <email>')
    .description('set a new password, shown once, and end all sessions of the account; audited')
    .option('--reason <text>')
    .addOption(json)
    .action(async (email: string, options: { reason?: string; json?: boolean }) => {
      const { resetPassword } = await import('./people.js');
      const made = await withDatabase(env, (database, config) =>
        resetPassword(database, config, email, options.reason),
      );
      print(made, [`New password of ${made.email} (shown once): ${made.password}`], options.json);
    });

  dai
    .command('mail')
    .description('outgoing email')
    .command('list')
    .description('list recent emails and their links, for use without a mail server')
    .option('--limit <n>', 'how many', '20')
    .addOption(json)
    .action(async (options: { limit: string; json?: boolean }) => {
      const limit = readLimit(options.limit, 1000);
      const { listMail } = await import('../platform/mail/mail.js');
      const letters = await withDatabase(env, ({ orm }) => listMail(orm.em.fork(), limit));
      print(
        letters,
        letters.length
          ? letters.map(
              ({ createdAt, recipient, subject, link }) =>
                `${new Date(createdAt).toISOString()}  ${recipient}  ${subject}\n    ${link ?? ''}`,
            )
          : ['No letters.'],
        options.json,
      );
    });

  dai
    .command('product')
    .description('products of an organization')
    .command('create')
    .description('register a product, so that a tracking key can be created for it; audited')
    .requiredOption('--organization <id>')
    .requiredOption('--id <id>', 'the company’s own id of the product, as events carry it')
    .requiredOption('--name <name>')
    .addOption(new Option('--type <type>').choices(PRODUCT_TYPES).makeOptionMandatory())
    .addOption(json)
    .action(async (options: { organization: string; id: string; name: string; type: ProductType; json?: boolean }) => {
      const { createProductFor } = await import('./keys.js');
      const created = await withDatabase(env, (database) => createProductFor(database, options));
      print(created, [`${created.id}  ${created.productId}`], options.json);
    });

  const keys = dai.command('tracking-key').description('tracking keys of a product');
  keys
    .command('create')
    .requiredOption('--organization <id>')
    .requiredOption('--product <id>', 'the company’s own id of the product')
    .option('--name <name>', 'what the key is for', 'operator')
    .addOption(json)
    .action(async (options: { organization: string; product: string; name: string; json?: boolean }) => {
      const { createKey } = await import('./keys.js');
      const created = await withDatabase(env, (database) =>
        createKey(database, options.organization, options.product, options.name),
      );
      print(created, [`${created.id}`, `Token (shown once): ${created.token}`], options.json);
    });
  for (const [parent, kinds] of [
    [keys, ['tracking_key']],
    [dai.command('token').description('workflow and enterprise tokens'), ['workflow_token', 'enterprise_key']],
  ] as const)
    parent
      .command('revoke <idOrToken>')
      .description('revoke immediately and permanently')
      .addOption(json)
      .action(async (idOrToken: string, options: { json?: boolean }) => {
        const { revokeCredential } = await import('./keys.js');
        const revoked = await withDatabase(env, (database) => revokeCredential(database, idOrToken, kinds));
        print({ revoked }, [revoked ? 'Revoked.' : 'Already revoked.'], options.json);
      });

  addAdoptionCommands(dai, env);
  addAuditCommands(dai, env);
  addBackupCommands(dai, env);
  addIntakeCommands(dai, env);
  addMeasureCommands(dai, env);
  addRolesCommand(dai);
  addDistributeCommand(dai, env);
  addPersonCommands(dai, env);
  addPlanCommands(dai, env);
  addTypesCommand(dai, env);

  const catalog = dai.command('catalog').description('the directory’s tools and offers');
  catalog
    .command('import <file>')
    .description(
      'import a file, or a folder of them; importing again changes nothing; exit code 1 when every row was refused',
    )
    .addOption(new Option('--format <format>').choices(Object.keys(FORMATS)).makeOptionMandatory())
    .option('--dry-run', 'say what would become of each row and store nothing')
    .option(
      '--accept-held',
      'take what would wait for a reviewer: a zero, a figure that moved more than tenfold, a name that looks like another',
    )
    .option('--as-of <day>', 'the day that figures are of (YYYY-MM-DD), where the file’s name does not say', dayOf)
    .addOption(json)
    .action(
      async (
        file: string,
        options: { format: ImportFormat; dryRun?: boolean; asOf?: string; acceptHeld?: boolean; json?: boolean },
      ) => {
        const { importFile, reportLines } = await import('./catalog.js');
        const report = await withDatabase(env, (database) => importFile(database, file, options));
        print(report, reportLines(report), options.json);
        if (report.refused === report.total) process.exitCode = 1;
      },
    );
  catalog
    .command('verify')
    .description(
      'check what stands behind the catalog’s facts (pages, packages, repositories, MCP servers), what was not checked today first; goes on where a run ended; exit code 1 when something was left for the next run',
    )
    .addOption(json)
    .action(async (options: { json?: boolean }) => {
      const { verifyNow } = await import('./catalog.verify.js');
      const { counts, lines } = await withDatabase(env, (database, config) => verifyNow(database, config));
      print(counts, lines, options.json);
      if (counts.waiting > 0) process.exitCode = 1;
    });
  catalog
    .command('imports')
    .description('list recent imports and their counts')
    .option('--limit <n>', 'how many', '20')
    .addOption(json)
    .action(async (options: { limit: string; json?: boolean }) => {
      const limit = readLimit(options.limit, 1000);
      const { listImports } = await import('./catalog.js');
      const { imports, lines } = await withDatabase(env, (database) => listImports(database, limit));
      print(imports, lines.length ? lines : ['No imports.'], options.json);
    });

  dai
    .command('schema')
    .description('print the GraphQL schema')
    .option('--write <file>')
    .action(async (options: { write?: string }) => {
      const { openSchema, printedSchema } = await import('../app/schema.js');
      const text = printedSchema(await openSchema());
      if (options.write) writeText(options.write, text);
      else process.stdout.write(text);
    });
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new CommandError(`${file} cannot be written`);
  }
}

/** A day of an option; anything else is wrong usage. */
function dayOf(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('Expected a date in the form YYYY-MM-DD.');
  return text;
}
