import type { FieldChange } from '../components/Diff.js';
import type { OwnProject } from '../providers/generated/operations.js';

/** The members of a project that become public when it is published, as a draft or a published revision has them. */
export interface PublicText {
  readonly title: string;
  readonly summary: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
  readonly tools: readonly { readonly slug: string; readonly name: string; readonly role: string | null }[];
}

const FIELDS: readonly (readonly [label: string, say: (content: PublicText) => string | null])[] = [
  ['Title', ({ title }) => title],
  ['Summary', ({ summary }) => summary],
  ['Description', ({ description }) => description],
  ['Website', ({ url }) => url],
  ['Code', ({ repositoryUrl }) => repositoryUrl],
  ['Tools', ({ tools }) => tools.map(describeTool).join('\n') || null],
];

const describeTool = ({ name, role }: PublicText['tools'][number]): string => (role ? `${name}: ${role}` : name);

/** Every field that becomes public, with its text; null is none. */
export const describeContent = (content: PublicText): { label: string; text: string | null }[] =>
  FIELDS.map(([label, say]) => ({ label, text: say(content) }));

/** Two contents beside each other, field by field. */
export const compareContent = (before: PublicText, after: PublicText): FieldChange[] =>
  FIELDS.map(([label, say]) => ({ label, before: say(before), after: say(after) }));

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** The names of the fields that differ, in a sentence; null where none does. */
export function nameChanges(before: PublicText, after: PublicText): string | null {
  const changed = compareContent(before, after).filter((field) => field.before !== field.after);
  return changed.length ? AND.format(changed.map(({ label }) => label.toLowerCase())) : null;
}

/** The author of a revision: its owner in a session, or an agent under the name of its token. */
export const nameAuthor = ({ changedBy }: Pick<OwnProject, 'changedBy'>): string =>
  changedBy.kind === 'session' ? 'you' : `agent “${changedBy.name}”`;

/** The public address of a project. */
export const publicAddressOf = (slug: string): string => `${window.location.origin}/p/${slug}`;
