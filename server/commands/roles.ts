import type { Command } from 'commander';
import {
  automationStatements,
  GATEWAY,
  OWNER,
  quietStatements,
  roleStatements,
} from '../platform/database/roles.sql.js';
import { UsageError } from './print.js';

/** `dai roles`: the SQL that makes the database's roles on a server of one's own. */
export function addRolesCommand(dai: Command): void {
  dai
    .command('roles')
    .description(
      'print the SQL that makes the database’s roles on a server of your own; running it again changes nothing',
    )
    .option('--owner <role>', 'the role that owns the tables, or is to own them', OWNER)
    .action(({ owner }: { owner: string }) => {
      if (!/^[a-z_][a-z0-9_]{0,62}$/.test(owner))
        throw new UsageError('--owner must be a role’s name of lower-case letters, digits and underscores');
      process.stdout.write(`${linesFor(owner).join('\n')}\n`);
    });
}

const linesFor = (owner: string): string[] => [
  '-- Roles of DAI, for an administrator of the server: dai roles | psql -v ON_ERROR_STOP=1 "$ADMINISTRATOR_URL"',
  ...roleStatements(owner).map((sql) => `${sql};`),
  '',
  `-- Statements and private texts stay out of the server's log. Needs a superuser; elsewhere set these parameters of the server, with`,
  '-- log_statement = none and log_min_duration_statement = -1.',
  ...quietStatements(owner).map((sql) => `${sql};`),
  '',
  `-- Then: give both roles a password (\\password ${owner}, \\password ${GATEWAY}), make the database if there is none`,
  `-- (create database dai owner ${owner} encoding 'UTF8' template template0), put the owner into DATABASE_DIRECT_URL of "dai migrate" and of the`,
  `-- worker and ${GATEWAY} into DATABASE_URL, and run "dai migrate", which gives ${GATEWAY} its rights on the tables, and automation these:`,
  ...automationStatements().map((sql) => `--   ${sql};`),
];
