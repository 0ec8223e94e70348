const character = (code: number): string => String.fromCodePoint(code);
/**
 * Characters that are drawn as nothing, such as a soft hyphen: with them two names that read the same are two texts. These are Unicode's
 * Default_Ignorable_Code_Point, written out: published patterns are read by languages whose expressions know no properties, and those beyond
 * four digits stand for themselves, since each language escapes them in its own way.
 */
export const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8' +
  `${character(0x1bca0)}-${character(0x1bca3)}${character(0x1d173)}-${character(0x1d17a)}${character(0xe0000)}-${character(0xe0fff)}`;

/** The rules of names as expressions, for checks and for published schemas. */
export const namePatterns = {
  /** No line break, other control character, or mark that turns the direction of what follows. */
  oneLine: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$',
  /** A name must not match this. */
  webAddress: '://|\\b[Ww]{3}\\.',
  seen: `^[^${UNSEEN}]*$`,
} as const;

const ONE_LINE = new RegExp(namePatterns.oneLine, 'u');
const WEB_ADDRESS = new RegExp(namePatterns.webAddress, 'u');
const SEEN = new RegExp(namePatterns.seen, 'u');

/** True for a name as it stands in lists, headings and letters: one line, and no web address in it. */
export const isName = (text: string): boolean => ONE_LINE.test(text) && !WEB_ADDRESS.test(text);

/** True for what reads as it is written; the name of a tool, vendor, product, organization or event has to (decisions §10). A person's may hold a joiner. */
export const isSeen = (text: string): boolean => SEEN.test(text);

export const UNSEEN_DETAIL = 'holds a character that is not seen, such as a soft hyphen: leave it out';
