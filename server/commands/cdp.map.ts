import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { type ParsedJson, parseJsonText, repeatedProblems } from '../platform/repeated-members.rules.js';
import { type EventFamily, productTypes } from '../tracking/catalog/index.js';
import { type CdpResult, cdpCalls, fromCdpEvent } from '../tracking/cdp/index.js';
import { checkMapped, type ProductOfKey } from '../tracking/check/index.js';
import { CommandError, print } from './print.js';

export interface MapOptions {
  readonly product: string;
  readonly productName?: string;
  readonly productType?: string;
  readonly family?: EventFamily;
  readonly keep?: string;
  readonly json?: boolean;
}

type Result = Exclude<CdpResult, { kind: 'refused' }> | { kind: 'refused'; reason: string; detail: string };

interface MappedCall {
  /** Where the call stands in the file. */
  readonly pointer: string;
  readonly result: Result;
}

/** Maps a file of CDP calls, prints what became of each, and ends with 1 when the tracking paths would refuse one. */
export async function mapFile(file: string, options: MapOptions, command: Command): Promise<void> {
  const calls = readCalls(file);
  const mapped = mapCalls(calls, await productOf(options, command), options);
  print(mapped, mapped.map(lineOf), options.json);
  if (mapped.some(({ result }) => result.kind === 'refused')) process.exitCode = 1;
}

function readCalls(file: string): ReturnType<typeof cdpCalls> {
  let parsed: ParsedJson;
  try {
    parsed = parseJsonText(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(error instanceof SyntaxError ? `${file} is not JSON` : `${file} cannot be read`);
  }
  const { value, repeated } = parsed;
  const [first] = repeatedProblems(repeated);
  if (first) throw new CommandError(`${file} names a member twice, at ${first.pointer || 'its root'}`);
  return cdpCalls(value);
}

/** The product as every event must name it: what the options leave out is asked for on a terminal, and wrong usage elsewhere. */
async function productOf(options: MapOptions, command: Command): Promise<ProductOfKey> {
  const { product: id, productName, productType } = options;
  if (productName !== undefined && productType !== undefined) return { id, name: productName, type: productType };
  if (!process.stdin.isTTY)
    command.error(
      `error: an event needs the product's name and type: add --product-name and --product-type (${productTypes.join(', ')})`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const name = productName ?? (await terminal.question(`Name of the product ${id}: `)).trim();
    const type = productType ?? (await terminal.question(`Its type (${productTypes.join(', ')}): `)).trim();
    return { id, name, type };
  } finally {
    terminal.close();
  }
}

/** Maps every call and checks each event as the tracking paths would; each call gets its own verdict. */
function mapCalls(
  calls: ReturnType<typeof cdpCalls>,
  product: ProductOfKey,
  { family, keep }: MapOptions,
): MappedCall[] {
  const mapping = {
    product,
    ...(family ? { family } : {}),
    ...(keep ? { keep: keep.split(',').map((name) => name.trim()) } : {}),
  };
  const mapped = calls.map(({ pointer, call }) => ({ pointer, result: fromCdpEvent(call, mapping) }));
  const events = mapped.flatMap(({ result }) => (result.kind === 'event' ? [result.event] : []));
  const problems = checkMapped(events, product, new Date()).values();
  return mapped.map(({ pointer, result }): MappedCall => {
    const found = result.kind === 'event' ? (problems.next().value ?? []) : [];
    if (found.length === 0) return { pointer, result };
    const detail = found.map((one) => `${one.pointer || '/'} ${one.code}: ${one.detail}`).join('; ');
    return { pointer, result: { kind: 'refused', reason: 'event_refused', detail } };
  });
}

const lineOf = ({ pointer, result }: MappedCall): string =>
  result.kind === 'event'
    ? JSON.stringify(result.event)
    : `${pointer || '/'}: ${result.kind === 'refused' ? `refused (${result.reason})` : `not an event (${result.type})`}: ${result.detail}`;
