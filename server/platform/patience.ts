/** How long a reader waits for the database where something that was read before can answer: as long as a probe for readiness. */
const FIRST_MS = 2_000;
/** The same while it has not answered such a reader: only the first ones are held by its silence. */
const NEXT_MS = 250;

/** The answer, or null when it does not come in time; it goes on meanwhile, and what it brings is there for the next reader. */
export type Patience = <T>(answer: Promise<T>) => Promise<T | null>;

/** Opens the patience of the readers of one thing. */
export function openPatience(): Patience {
  let isSilent = false;
  return <T>(answer: Promise<T>) =>
    new Promise<T | null>((resolve, reject) => {
      const giveUp = (): void => {
        isSilent = true;
        resolve(null);
      };
      // An answer that came while this process was busy is read before it counts as late.
      const late = setTimeout(() => setImmediate(giveUp), isSilent ? NEXT_MS : FIRST_MS);
      const settled = (): void => {
        clearTimeout(late);
        isSilent = false;
      };
      answer.finally(settled).then(resolve, reject);
    });
}
