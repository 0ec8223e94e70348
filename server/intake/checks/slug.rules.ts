/** Longer ones no form of the catalog takes. */
const SLUG_MAX = 80;

/** A slug with its number, cut so that the whole of it is one. */
const numbered = (slug: string, number: number): string =>
  number === 1 ? slug : `${slug.slice(0, SLUG_MAX - `-${number}`.length).replace(/-+$/, '')}-${number}`;

const numberedAsWritten = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`);

const firstFree =
  (write: typeof numbered) =>
  /** The first of `slug`, `slug-2`, `slug-3` … that is free. */
  (slug: string, taken: ReadonlySet<string>): string => {
    for (let number = 1; ; number += 1) {
      const wanted = write(slug, number);
      if (!taken.has(wanted)) return wanted;
    }
  };

export const freeSlug = firstFree(numbered);

/** As it was: one that is taken could become longer than a slug may be. */
export const freeSlugAsWritten = firstFree(numberedAsWritten);

const NUMBERS_MAX = 20;

/** Every slug that either of them may take. */
export const slugsLike = (slug: string): string[] => {
  const numbers = Array.from({ length: NUMBERS_MAX }, (_, index) => index + 1);
  return [...new Set([numbered, numberedAsWritten].flatMap((write) => numbers.map((number) => write(slug, number))))];
};
