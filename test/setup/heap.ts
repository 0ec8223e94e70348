import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are really in use: what no one refers to is collected first. */
export function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
