/**
 * Identifiers that stand for no one person, whatever their letter case and surrounding space (decisions §4, Rules of an event). Published: an
 * event under one of them would count many people as one. A text of zeros and hyphens alone (`0`, the all-zero UUID) is one as well.
 */
export const placeholderDeveloperIds = [
  '',
  'null',
  '(null)',
  'nil',
  'none',
  '(none)',
  'undefined',
  'nan',
  'n/a',
  'n.a.',
  'unknown',
  'anonymous',
  'anon',
  'guest',
  'not set',
  '(not set)',
  'not_authenticated',
  'user_id',
  'userid',
  'developer_id',
  'distinct_id',
  'id',
  'email',
  'true',
  'false',
  '-1',
  '[object object]',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
] as const;

const placeholders: ReadonlySet<string> = new Set(placeholderDeveloperIds);
const longestPlaceholder = Math.max(...placeholderDeveloperIds.map((text) => text.length));
const zeros = /^[0-]+$/;

/** True for an identifier that stands for no one person. */
export function isPlaceholderDeveloper(developerId: string): boolean {
  const text = developerId.trim();
  return zeros.test(text) || (text.length <= longestPlaceholder && placeholders.has(text.toLowerCase()));
}
