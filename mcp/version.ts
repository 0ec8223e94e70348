import { existsSync, readFileSync } from 'node:fs';

/** Sources lie one folder below package.json, what is compiled from them two. */
const file = ['../package.json', '../../package.json']
  .map((place) => new URL(place, import.meta.url))
  .find((place) => existsSync(place));
if (!file) throw new Error('package.json is missing: this installation is not complete');

/** The version of this package; its own reader, for nothing here imports the server. */
export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
