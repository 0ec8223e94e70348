import { readFileSync } from 'node:fs';
import type { EventFamilyName } from '../tracking/index.js';
import { type CdpResult, cdpCalls, fromCdpEvent } from '../tracking/index.js';
import { CommandError } from './session.js';

export interface MapOptions {
  product: string;
  productName?: string;
  productType?: string;
  family?: string;
  keep?: string;
}

export interface MappedCall {
  /** Where the call stands in the file. */
  readonly pointer: string;
  readonly result: CdpResult;
}

/** Maps every call of a file of CDP events to the canonical form; each call gets its own verdict. Reads the file and nothing else. */
export function mapFile(file: string, options: MapOptions): MappedCall[] {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(error instanceof SyntaxError ? `${file} is not JSON` : `${file} cannot be read`);
  }
  const mapping = {
    product: {
      id: options.product,
      ...(options.productName ? { name: options.productName } : {}),
      ...(options.productType ? { type: options.productType } : {}),
    },
    ...(options.family ? { family: options.family as `${EventFamilyName}` } : {}),
    ...(options.keep ? { keep: options.keep.split(',').map((name) => name.trim()) } : {}),
  };
  return cdpCalls(document).map(({ pointer, call }) => ({ pointer, result: fromCdpEvent(call, mapping) }));
}
