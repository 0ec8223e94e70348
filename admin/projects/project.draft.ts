import type { Edits, FieldForm } from '../components/fields.js';
import type { OwnProject, ProjectDraftInput, UpdateProjectDraftInput } from '../providers/generated/operations.js';

/** The texts of a project that its owner writes. */
export type ProjectField = 'title' | 'summary' | 'description' | 'url' | 'repositoryUrl' | 'planId' | 'note';

/** A tool as the form holds it; its name is shown, its slug is sent. */
export interface ToolDraft {
  readonly slug: string;
  readonly name: string;
  readonly role: string;
}

/** What becomes public once it is approved and published. */
export const PUBLIC_FIELDS: readonly FieldForm<ProjectField>[] = [
  { name: 'title', label: 'Title', as: 'line', required: true },
  { name: 'summary', label: 'Summary', as: 'text', required: true, hint: 'What it is, in a sentence or two' },
  {
    name: 'description',
    label: 'Description',
    as: 'text',
    hint: 'Shown as text with its line breaks, never as markup',
  },
  { name: 'url', label: 'Website', as: 'line', hint: 'Where it can be seen, https' },
  { name: 'repositoryUrl', label: 'Code', as: 'line', hint: 'Where its code can be read, https' },
];

/** What stays with the owner for good. */
export const NOTE_FIELD: FieldForm<ProjectField> = {
  name: 'note',
  label: 'Note',
  as: 'text',
  hint: 'For your eyes when you review the draft',
};

export const FIELD_NAMES: readonly ProjectField[] = [
  ...PUBLIC_FIELDS.map(({ name }) => name),
  'planId',
  NOTE_FIELD.name,
];

/** What a field holds: what was typed, else what the project has. */
export const textOfField = (project: OwnProject | null, edits: Edits<ProjectField>, name: ProjectField): string =>
  edits[name] ?? project?.[name] ?? '';

/** The tools of a project as the form begins with them. */
export const toolDraftsOf = (project: OwnProject | null): readonly ToolDraft[] =>
  (project?.tools ?? []).map(({ slug, name, role }) => ({ slug, name, role: role ?? '' }));

const orNull = (text: string): string | null => text.trim() || null;

/** Tools as the service takes them. */
const toolsInput = (tools: readonly ToolDraft[]) => tools.map(({ slug, role }) => ({ slug, role: orNull(role) }));

/** A new draft; one that chooses no tools leaves them to its plan. */
export function newDraftInput(textOf: (name: ProjectField) => string, tools: readonly ToolDraft[]): ProjectDraftInput {
  return {
    title: textOf('title').trim(),
    summary: textOf('summary').trim(),
    description: orNull(textOf('description')),
    url: orNull(textOf('url')),
    repositoryUrl: orNull(textOf('repositoryUrl')),
    planId: orNull(textOf('planId')),
    note: orNull(textOf('note')),
    ...(tools.length ? { tools: toolsInput(tools) } : {}),
  };
}

/** What was changed of a project, and nothing else, so that an edit takes nothing back that it did not see. */
export function editInput(
  project: OwnProject,
  textOf: (name: ProjectField) => string,
  tools: readonly ToolDraft[] | null,
): Partial<UpdateProjectDraftInput> {
  const changed = FIELD_NAMES.filter((name) => orNull(textOf(name)) !== orNull(project[name] ?? ''));
  return {
    ...Object.fromEntries(changed.map((name) => [name, orNull(textOf(name))])),
    ...(tools && keyOf(tools) !== keyOf(toolDraftsOf(project)) ? { tools: toolsInput(tools) } : {}),
  };
}

const keyOf = (tools: readonly ToolDraft[]): string => JSON.stringify(toolsInput(tools));

/** Tools with their roles, one to a line; null is none. */
export const describeTools = (tools: readonly ToolDraft[]): string | null =>
  tools.map(({ name, role }) => (role.trim() ? `${name}: ${role.trim()}` : name)).join('\n') || null;
