/** Line breaks, other control characters, and marks that turn the direction of what follows. */
const OTHER_THAN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const WEB_ADDRESS = /:\/\/|\bwww\./i;
/** Characters that are drawn as nothing, such as a soft hyphen: with them two names that read the same are two texts. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** True for a name as it stands in lists, headings and letters: one line, and no web address in it. */
export const isName = (text: string): boolean => !OTHER_THAN_ONE_LINE.test(text) && !WEB_ADDRESS.test(text);

/** True for what reads as it is written; the name of a tool, vendor, product, organization or event has to (decisions §10). A person's may hold a joiner. */
export const isSeen = (text: string): boolean => !UNSEEN.test(text);

export const UNSEEN_DETAIL = 'holds a character that is not seen, such as a soft hyphen: leave it out';
