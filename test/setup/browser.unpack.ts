import { unpackProgram } from './browser.js';

/** Unpacks the browser before the workers start: two that do it at once write the program that the other has begun to run. */
export default async function setup(): Promise<void> {
  await unpackProgram();
}
