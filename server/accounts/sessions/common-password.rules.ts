const LENGTH_MIN = 8;

/** Tells whether a password is among the first that a guesser tries. */
export type IsCommonPassword = (password: string) => boolean;

let listed: ReadonlySet<string> | null = null;

/**
 * Loads the most common passwords, in whatever case they are written. To be called at start: unpacking the list takes longer than a request
 * may hold the process.
 */
export async function loadCommonPasswords(): Promise<IsCommonPassword> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  listed ??= new Set(dictionary['passwords-common']);
  const all = listed;
  const isCommon = (text: string): boolean => text.length >= LENGTH_MIN && all.has(text);
  return (password) => {
    const lowered = password.normalize('NFKC').trim().toLowerCase();
    if (isCommon(lowered) || /^(.)\1*$/su.test(lowered)) return true;
    return [lowered, withoutLeet(lowered)].some((text) => dressesOf(text).some((plain) => all.has(plain)));
  };
}

/** Signs that are written for the letters that they look like, as guessers try them. */
const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '7': 't',
};

const withoutLeet = (text: string): string => text.replace(/[@$!01357](?=.*\p{L})/gsu, (sign) => LEET[sign] ?? sign);

const WORD_SIGN_DIGITS = /^(\p{L}+)[^\p{L}\p{N}\s]+(\p{N}+)$/u;
/** The password without the signs that password rules ask for: at its end, or between a word and its digits. */
function dressesOf(text: string): string[] {
  const bare = text.replace(/[^\p{L}\p{N}\s]+$/u, '');
  const [, word = '', digits = ''] = WORD_SIGN_DIGITS.exec(bare) ?? [];
  return [bare, `${word}${digits}`];
}
