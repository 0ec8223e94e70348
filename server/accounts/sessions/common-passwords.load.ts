const LENGTH_MIN = 8;

/** Says whether a password is one that is tried first. */
export type IsCommonPassword = (password: string) => boolean;

/**
 * Loads the most common passwords, in whatever case they are written. To be called at start: unpacking the list takes longer than a request
 * may hold the process.
 */
export async function loadCommonPasswords(): Promise<IsCommonPassword> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= LENGTH_MIN));
  return (password) => {
    const lowered = password.normalize('NFKC').trim().toLowerCase();
    return common.has(lowered) || /^(.)\1*$/su.test(lowered);
  };
}
