import { Resolver } from 'node:dns/promises';
import { isPublicName } from './address.check.js';

const TIMEOUT_MS = 2_000;
const RECORDS_MAX = 50;

/** The TXT records of a public name, each with its parts joined; empty when it has none or no resolver answers. Nothing is connected to. */
export async function readTextRecords(name: string): Promise<string[]> {
  if (!isPublicName(name)) return [];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  try {
    const records = await resolver.resolveTxt(name);
    return records.slice(0, RECORDS_MAX).map((parts) => parts.join(''));
  } catch {
    return [];
  }
}
