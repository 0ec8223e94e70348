/** agentskills.io's specification of `name`. */
const nameLengthMax = 64;
/** Letters and digits of any script: marks that vowels of some scripts need are part of their letters. */
const likeName = /^[\p{L}\p{M}\p{N}-]+$/u;
const isAscii = /^[\x20-\x7e]*$/;
const sourceFile = 'SKILL.md';

/** Why a text is no name of a skill, each reason with its code; empty for a good name. */
export function nameFaults(name: string): { code: string; detail: string }[] {
  const faults: { code: string; detail: string }[] = [];
  const length = [...name].length;
  if (length > nameLengthMax)
    faults.push({ code: 'name_too_long', detail: `A name has at most 64 characters, not ${length}` });
  if (name !== name.toLowerCase()) faults.push({ code: 'name_uppercase', detail: 'A name has no capital letters' });
  if (!likeName.test(name.toLowerCase())) {
    faults.push({ code: 'name_characters', detail: 'A name consists of letters, digits and hyphens' });
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    faults.push({ code: 'name_hyphen_at_edge', detail: 'A name neither begins nor ends with a hyphen' });
  }
  if (name.includes('--')) faults.push({ code: 'name_double_hyphen', detail: 'A name has no two hyphens in a row' });
  return faults;
}

/** Whether a good name is one that some hosts don't take: they know the letters a to z alone. */
export const isForeignName = (name: string): boolean => nameFaults(name).length === 0 && !isAscii.test(name);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How many leading segments of a path name the repository and its revision, on the two hosts where they do. */
function segmentsOfRepository(host: string, segments: readonly string[]): number {
  if (host === 'raw.githubusercontent.com') return segments[2] === 'refs' ? 5 : 3;
  if (host === 'github.com') return 4;
  return 0;
}

/** The directory in which the file of an address lies, or null where it lies at the root of a repository or host. */
export function directoryOf(sourceUrl: string): string | null {
  if (!URL.canParse(sourceUrl)) return null;
  const { hostname, pathname } = new URL(sourceUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.at(-1) !== sourceFile) return null;
  const directory = segments.slice(segmentsOfRepository(hostname, segments), -1).at(-1);
  return directory === undefined ? null : decoded(directory);
}
