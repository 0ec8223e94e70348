import { type Command, Option } from 'commander';
import { print } from './print.js';
import { withDatabase } from './session.js';
import type { Erasure } from './subject.answer.js';

const json = new Option('--json', 'one JSON value for scripts');
const write = (line: string): void => void process.stdout.write(`${line}\n`);

async function printErasure(erasure: Erasure, asJson: boolean | undefined): Promise<void> {
  const { erasureLines } = await import('./subject.answer.js');
  print(erasure, erasureLines(erasure), asJson);
}

/** Adds the operator's commands for data of people, developers and organizations; `env` is the environment of the process. */
export function addSubjectCommands(
  dai: Command,
  person: Command,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const report = (rows: number): void => void process.stderr.write(`${rows} rows\n`);
  person
    .command('export <emailOrId>')
    .description('print everything that is stored about a person, as lines of JSON, without secrets')
    .action(async (who: string) => {
      const { exportPerson } = await import('./person.erase.js');
      report(await withDatabase(env, (database) => exportPerson(database, who, write)));
    });
  person
    .command('erase <emailOrId>')
    .description(
      'erase a person: account, private records, name and address everywhere; says what stays and why; there is no way back',
    )
    .requiredOption('--reason <text>', 'stays in the log: must not name the person')
    .addOption(json)
    .action(async (who: string, options: { reason: string; json?: boolean }) => {
      const { erasePerson } = await import('./person.erase.js');
      await printErasure(
        await withDatabase(env, (database) => erasePerson(database, who, options.reason)),
        options.json,
      );
    });

  const developer = dai.command('developer').description('developers, as companies name them in events');
  developer
    .command('export <developerId>')
    .description('print every event and count of a developer, as lines of JSON')
    .requiredOption('--organization <id>')
    .action(async (id: string, { organization }: { organization: string }) => {
      const { exportDeveloper } = await import('./developer.erase.js');
      report(await withDatabase(env, (database) => exportDeveloper(database, { developer: id, organization }, write)));
    });
  developer
    .command('erase <developerId>')
    .description(
      'erase a developer: events and counts stay under a random id, so that figures and retries do; audited; there is no way back',
    )
    .requiredOption('--organization <id>')
    .requiredOption('--reason <text>', 'stays in the log: must not name the developer')
    .addOption(json)
    .action(async (id: string, options: { organization: string; reason: string; json?: boolean }) => {
      const { eraseDeveloper } = await import('./developer.erase.js');
      const erasure = await withDatabase(env, (database) => eraseDeveloper(database, { developer: id, ...options }));
      await printErasure(erasure, options.json);
    });

  const organization = dai.command('organization').description('data of an organization');
  organization
    .command('export <organizationId>')
    .description('print everything of an organization, as lines of JSON, without keys and secrets')
    .action(async (id: string) => {
      const { exportOrganization } = await import('./organization.close.js');
      report(await withDatabase(env, (database) => exportOrganization(database, id, write)));
    });
  organization
    .command('close <organizationId>')
    .description(
      'end keys and memberships and erase events, counts and settings; the audit chain stays without its values; there is no way back',
    )
    .requiredOption('--reason <text>', 'stays in the log')
    .addOption(json)
    .action(async (id: string, options: { reason: string; json?: boolean }) => {
      const { closeOrganization } = await import('./organization.close.js');
      const erasure = await withDatabase(env, (database) =>
        closeOrganization(database, { organization: id, reason: options.reason }),
      );
      await printErasure(erasure, options.json);
    });
}
