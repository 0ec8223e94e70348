import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Database } from '../app/database.js';
import { CommandError, print } from './print.js';
import { withDatabase } from './session.js';

interface TypesOptions {
  readonly product: string;
  readonly organization?: string;
  readonly out?: string;
}

/** `dai types`: the names that a product has sent, as declarations for the client. */
export function addTypesCommand(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('types')
    .description('write the event names that a product has sent as TypeScript declarations for @dai/node')
    .requiredOption('--product <id>', 'prd_…, or the company’s own id of the product')
    .option('--organization <id>', 'needed where several organizations have a product of this id')
    .option('--out <file>', 'a .d.ts file; standard output when absent')
    .action(async (options: TypesOptions) => {
      const text = await withDatabase(env, (database) => typesOf(database, options));
      if (options.out === undefined) return print({}, [text.trimEnd()], false);
      try {
        writeFileSync(options.out, text);
      } catch {
        throw new CommandError(`${options.out} cannot be written`);
      }
    });
}

async function typesOf({ orm }: Database, { product: id, organization }: TypesOptions): Promise<string> {
  const { Product } = await import('../accounts/index.js');
  const { readId } = await import('../platform/ids.js');
  const { readProductEventNames } = await import('../adoption/index.js');
  const { catalogEntry } = await import('../tracking/index.js');
  const em = orm.em.fork();
  const uuid = id.startsWith('prd_') ? readId('prd', id) : null;
  const owner = organization === undefined ? null : (await import('./people.js')).organizationUuid(organization);
  const found = await em.find(Product, {
    ...(uuid === null ? { productId: id } : { id: uuid }),
    ...(owner === null ? {} : { organization: owner }),
  });
  const [product, second] = found;
  if (!product) throw new CommandError(`there is no product ${id}`);
  if (second) throw new CommandError(`several organizations have a product ${id}: name one with --organization`);
  const sent = await readProductEventNames(em, product.organization.id, product.id);
  const families = new Map<string, string[]>();
  for (const { name, family } of sent)
    if (!catalogEntry(name)) families.set(name, [...(families.get(name) ?? []), family]);
  return declarationsOf(families);
}

/** A name with more than one family is declared with each of them. */
function declarationsOf(families: ReadonlyMap<string, readonly string[]>): string {
  const members = [...families].map(([name, some]) => {
    const member = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `    ${member}: ${some.map((family) => JSON.stringify(family)).join(' | ')};`;
  });
  return [
    '// Written by `dai types` from the event names that the product has sent.',
    "import '@dai/node';",
    '',
    "declare module '@dai/node' {",
    '  interface CustomEvents {',
    ...members,
    '  }',
    '}',
    '',
  ].join('\n');
}
