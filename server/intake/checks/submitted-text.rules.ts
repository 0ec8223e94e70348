import type { SubmittedContent } from '../draft.types.js';
import { isUnder } from './verdict.rules.js';

/** One text of a submission, and where it stands. */
export interface SubmittedText {
  readonly pointer: string;
  readonly text: string;
}

/** Every text of a submission, in the order of its members. */
export function textsOf({ contact, organization, note, fields }: SubmittedContent): SubmittedText[] {
  const found: SubmittedText[] = [];
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === 'string') found.push({ pointer, text: value });
    else if (Array.isArray(value)) value.forEach((item, index) => void walk(item, `${pointer}/${index}`));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${pointer}/${name}`);
  };
  walk({ contact, organization, note: note ?? undefined, fields }, '');
  return found;
}

/** The addresses of a submission. A text may begin with one, or as one does and be none. */
export const addressesOf = (content: SubmittedContent): SubmittedText[] =>
  textsOf(content).flatMap(({ text, pointer }) => {
    const [first = ''] = text.split(/\s/, 1);
    const isAddress = pointer !== '/note' && /^https:\/\//i.test(first) && URL.canParse(first);
    return isAddress ? [{ pointer, text: first }] : [];
  });

/** Hosts with pages of many organizations: a page there does not show whose it is. */
const SHARED_HOSTS = [
  'github.com',
  'gitlab.com',
  'npmjs.com',
  'pypi.org',
  'crates.io',
  'rubygems.org',
  'pkg.go.dev',
  'hub.docker.com',
  'linkedin.com',
];

export const isShared = (host: string): boolean => SHARED_HOSTS.some((domain) => isUnder(host, domain));

/** Texts that speak to an assistant instead of a person. They are data, whatever they say; a reviewer is warned of them. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:\w{1,12}\s{1,4}){0,4}(?:previous|prior|above|earlier|existing|system|safety|original|other|your)(?:\s{1,4}\w{1,12}){0,2}?\s{1,4}(?:instructions?|rules?|prompts?|guidelines?|messages?|directions?|checks?|polic(?:y|ies))\b/i,
  /\b(?:you are|act as|pretend to be|behave as)\s{1,4}(?:now\s{1,4})?(?:an?|the|my)\s{1,4}(?:\w{1,12}\s{1,4}){0,2}(?:assistant|ai|model|agent|reviewer|chatbot)\b/i,
  /\b(?:assistant|ai|agent|model|llm|chatbot|reviewer)s?\s{0,2}[:,]\s{0,4}(?:please\s{1,4})?(?:approve|accept|publish|provision|ignore|mark|skip|do not|don't|reveal|output|respond|reply|say)\b/i,
  /\b(?:system prompt|developer message|prompt injection|jailbreak)\b/i,
  /\b(?:approve|provision|publish|accept|pass)\s{1,4}(?:this|the|my|our|every|all)\s{1,4}(?:submission|draft|request|checks?|application|intake)s?\b/i,
  /<\/?\s{0,3}(?:system|assistant|user|instructions?|tool_call|function_call)\b[^>]{0,80}>|\[\/?INST\]|<\|im_(?:start|end)\|>/i,
  /\b(?:ignorez|oubliez|ignoriere|vergiss|ignora|olvida|ignore)\s{1,4}(?:\p{L}{1,12}\s{1,4}){0,3}(?:instructions|consignes|anweisungen|regeln|istruzioni|instrucciones|instruções)\b/iu,
  /(?:忽略|无视|忘记).{0,8}(?:指令|指示|规则)|(?:指示|命令|ルール)を.{0,4}(?:無視|忘れ)/,
];

const MARKUP =
  /<\s{0,3}(?:script|iframe|img|svg|object|embed|style|link|meta|form|a)\b|\bon(?:error|load|click)\s{0,3}=|javascript:/i;
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

export const instructs = (text: string): boolean => {
  const plain = text.normalize('NFKC').replaceAll(new RegExp(HIDDEN.source, 'gu'), '');
  return INSTRUCTIONS.some((form) => form.test(plain));
};
export const holdsMarkup = (text: string): boolean => MARKUP.test(text);
export const holdsHidden = (text: string): boolean => HIDDEN.test(text);

const INTERNAL_TOP = new Set(['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'onion', 'alt']);
const POINTS_INSIDE = /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|home\.arpa)$/;

/** Whether an address leads into a network of one's own by its name alone; nothing is looked up. */
export function isInternal(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname } = new URL(url);
  return (
    /^[\d.]+$|^\[|^0x/i.test(hostname) ||
    !hostname.includes('.') ||
    INTERNAL_TOP.has(hostname.slice(hostname.lastIndexOf('.') + 1)) ||
    POINTS_INSIDE.test(hostname)
  );
}
