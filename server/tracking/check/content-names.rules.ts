import { mayCarryCredential } from '../../platform/secrets/secret.rules.js';

/** The closed list of member names that hold private content, letter case and separators aside (decisions §4, Private content). */
export const privateNames = [
  'prompt',
  'rawPrompt',
  'systemPrompt',
  'messages',
  'completion',
  'privateNotes',
  'privateCode',
  'sourceCode',
  'fileContents',
  'diff',
  'patch',
  'apiKey',
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'privateKey',
  'clientSecret',
  'credentials',
  'authorization',
  'cookie',
] as const;

/** Names under which the value `IMPORT` is stripped. */
export const importLabels = ['source', 'origin', 'channel', 'kind'] as const;

const importWords: ReadonlySet<string> = new Set(['import', 'imported']);
const repositoryWords: ReadonlySet<string> = new Set(['repository', 'repo']);
const evidenceWords: ReadonlySet<string> = new Set(['receipt', 'verification', 'verified', 'proof', 'evidence']);
const labels: ReadonlySet<string> = new Set(importLabels);
const withoutSeparators = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const privateFolded: ReadonlySet<string> = new Set(privateNames.map(withoutSeparators));

/** The words of a camel-case, snake-case or spaced name, in lower case: `repoProofURL` is repo, proof, url. */
export function splitWords(name: string): string[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** What the rules on content make of a member name. */
export interface NameVerdict {
  forbidden: boolean;
  unstorable: boolean;
  stripped: boolean;
  private: boolean;
  /** The value `IMPORT` under it is stripped. */
  label: boolean;
  suspicious: boolean;
}

function judge(name: string): NameVerdict {
  const [first = '', second = ''] = splitWords(name);
  return {
    forbidden: name === '__proto__',
    unstorable: name.includes('\0') || !name.isWellFormed(),
    stripped: importWords.has(first) || (repositoryWords.has(first) && evidenceWords.has(second)),
    private: privateFolded.has(withoutSeparators(name)),
    label: labels.has(name.toLowerCase()),
    suspicious: mayCarryCredential(name),
  };
}

const remembered = new Map<string, NameVerdict>();
const rememberedMax = 4096;
const rememberedLengthMax = 64;

/** The verdict on a member name. Names repeat from event to event, so a few thousand short ones are remembered, and then others. */
export function verdictOn(name: string): NameVerdict {
  const known = remembered.get(name);
  if (known) return known;
  const verdict = judge(name);
  if (remembered.size >= rememberedMax) remembered.clear();
  if (name.length <= rememberedLengthMax) remembered.set(name, verdict);
  return verdict;
}

/** Whether a member of this name holds private content, letter case and separators aside. */
export const isPrivateName = (name: string): boolean => verdictOn(name).private;
