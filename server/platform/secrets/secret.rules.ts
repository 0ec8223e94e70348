import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { FieldProblem } from '../fault.js';
import { isRecord, pointerTo } from '../json.rules.js';
import { type Anchor, anchors, ownForms } from './secret.forms.js';

interface RuleSource {
  content: string;
  filePath: string | undefined;
  ext: string;
  contentType: string;
}
interface RuleContext {
  sharedOptions: object;
  createTranslator(messages: object): unknown;
  report(descriptor: object): void;
  ignore(descriptor: object): void;
}
interface PackagedRule {
  meta: { id: string };
  create(context: RuleContext, options: object): { file?(source: RuleSource): unknown };
}

/** A rule of the package by its short name. A name that the package no longer has ends the start, not the protection. */
function packagedRule(name: string): PackagedRule {
  const rule = rules.find((one: PackagedRule) => one.meta.id === `@secretlint/secretlint-rule-${name}`);
  if (!rule) throw new Error(`the rule set of credentials has no rule ${name}`);
  return rule;
}

/** More anchors of one kind than this in one text are no accident; it also bounds what overlapping candidates can cost. */
const candidatesMax = 32;

const ownPatterns = ownForms.map(({ kind, form }) => ({ kind, pattern: new RegExp(form) }));
interface AnchoredRow extends Anchor {
  packaged: PackagedRule;
  pattern: RegExp;
  each: RegExp;
}
const anchored: readonly AnchoredRow[] = anchors.map((row) => ({
  ...row,
  packaged: packagedRule(row.rule),
  pattern: new RegExp(row.anchor),
  each: new RegExp(row.anchor, 'g'),
}));
const anyForm = new RegExp(
  [...ownForms.map(({ form }) => form), ...new Set(anchors.map(({ anchor }) => anchor))].join('|'),
);
/** The shortest text that any rule reports has as many characters (`xoxb-` and two letters around a hyphen). */
const shortestForm = 8;

/** False when no rule can find a credential in a text: one linear look, and all that nearly every text costs. */
export const mayCarryCredential = (text: string): boolean => text.length >= shortestForm && anyForm.test(text);

function reports(row: AnchoredRow, content: string): boolean {
  let found = false;
  const context: RuleContext = {
    sharedOptions: {},
    createTranslator: () => (messageId: string) => ({ message: messageId, messageId }),
    report: () => {
      found = true;
    },
    ignore: () => {},
  };
  const filePath = row.file ?? 'package.json';
  row.packaged
    .create(context, {})
    .file?.({ content, filePath, ext: filePath.slice(filePath.lastIndexOf('.')), contentType: 'text' });
  return found;
}

/** Asks a rule about a text, or about as much of it as the rule's match can reach; crowded anchors are an answer in themselves. */
function carries(row: AnchoredRow, content: string): boolean {
  if (row.common) return reports(row, content);
  const pieces: string[] = [];
  for (const { index } of content.matchAll(row.each)) {
    if (pieces.length === candidatesMax) return true;
    const [before, after] = row.reach ?? [0, 0];
    pieces.push(content.slice(Math.max(0, index - before), index + after));
  }
  return row.reach ? pieces.some((piece) => reports(row, piece)) : reports(row, content);
}

/**
 * The kind of credential whose prefix or form a text carries, or null. `name` is the member whose value the text is.
 * The package's rules run through their own interface, at once and without its core, which keeps a mark of every scan for as long as the
 * process lives. They see the raw text, as a JSON file and, for one rule, as a file of settings.
 */
export function credentialIn(text: string, name = ''): string | null {
  if (!mayCarryCredential(text) && !mayCarryCredential(name)) return null;
  for (const { kind, pattern } of ownPatterns) if (pattern.test(text)) return kind;
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (const row of anchored) {
    const content = row.withMemberName && name !== '' ? `${name}=${plain}` : plain;
    if (row.pattern.test(content) && carries(row, content)) return row.rule;
  }
  return null;
}

/** The places of credentials, and the member names that are or hold one: no answer may repeat those. */
export interface CredentialFindings {
  problems: FieldProblem[];
  names: Set<string>;
}

function add(found: CredentialFindings, pointer: string, kind: string): void {
  found.problems.push({
    pointer,
    code: 'credential_value',
    detail: `This text carries the form of a credential (${kind})`,
    hint: 'take it out, and replace the credential at its issuer: it has left your systems',
  });
}

function search(found: CredentialFindings, value: unknown, pointer: string, levels: number, name?: string): void {
  if (typeof value === 'string') {
    const kind = credentialIn(value, name);
    if (kind) add(found, pointer, kind);
  } else if (levels === 0) return;
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(found, item, pointerTo(pointer, index), levels - 1);
  } else if (isRecord(value)) {
    for (const [member, inner] of Object.entries(value)) {
      const kind = credentialIn(member);
      if (kind) {
        found.names.add(member);
        add(found, pointer, kind);
      }
      search(found, inner, kind ? pointer : pointerTo(pointer, member), levels - 1, member);
    }
  }
}

/** Looks at every text of a value, member names included, `levels` deep; the pointer of a name that is a credential is its parent's. */
export function findCredentials(value: unknown, levels: number): CredentialFindings {
  const found: CredentialFindings = { problems: [], names: new Set() };
  search(found, value, '', levels);
  return found;
}
