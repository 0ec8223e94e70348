import { type Command, Option } from 'commander';
import type { EventFamily } from '../tracking/catalog/index.js';
import type { MapOptions } from './cdp.map.js';
import { PRODUCT_TYPES } from './product-types.js';

/** Declared here again, so that no other command loads what checks events. */
const FAMILIES: Readonly<Record<EventFamily, true>> = {
  intent: true,
  evaluation: true,
  activation: true,
  retention: true,
  expansion: true,
  commercial: true,
};

/** The command that maps a file of CDP calls; it needs no server, no database and no configuration. */
export function addCdpCommands(dai: Command): void {
  dai
    .command('cdp')
    .description('events of customer data platforms')
    .command('map <file>')
    .description(
      'map the calls of a file to canonical events; exit code 0 when the tracking paths would take each of them',
    )
    .requiredOption('--product <id>', 'the product’s id, as the tracking key knows it')
    .option('--product-name <name>', 'its name; its id when absent')
    .addOption(new Option('--product-type <type>', 'its type; api when absent').choices(PRODUCT_TYPES))
    .addOption(new Option('--family <family>', 'for names that are not in the catalog').choices(Object.keys(FAMILIES)))
    .option('--keep <names>', 'properties to keep as metadata, separated by commas; all others are dropped')
    .addOption(new Option('--json', 'one JSON value for scripts'))
    .action(async (file: string, options: MapOptions) => {
      (await import('./cdp.map.js')).mapFile(file, options);
    });
}
