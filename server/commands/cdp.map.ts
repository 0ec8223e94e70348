import { readFileSync } from 'node:fs';
import { type ParsedJson, parseJsonText, repeatedProblems } from '../platform/repeated-members.rules.js';
import type { EventFamily } from '../tracking/catalog/index.js';
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
  /** The place of the call in the file. */
  readonly pointer: string;
  readonly result: Result;
}

/** Maps a file of CDP calls, prints what became of each, and ends with 1 when the tracking paths would refuse one. */
export function mapFile(file: string, options: MapOptions): void {
  const calls = readCalls(file);
  const mapped = mapCalls(calls, productOf(options), options);
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

/** The product as every event must name it. Without options its id stands for the name and `api` for the type, which standard error says. */
function productOf({ product: id, productName, productType }: MapOptions): ProductOfKey {
  if (productName === undefined || productType === undefined)
    process.stderr.write(
      `The events name the product ${productName ?? id}, of type ${productType ?? 'api'}: --product-name and --product-type say otherwise.\n`,
    );
  return { id, name: productName ?? id, type: productType ?? 'api' };
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
