/** A string of nothing but white space is missing (decisions §2); the length rule finds the empty one. */
export const NOT_BLANK = '^$|\\S';

/** Text of 1 to `maxLength` characters that is not blank. */
export const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: NOT_BLANK,
  description,
});
