import type { FieldValues } from 'react-hook-form';
import type { FieldForm } from '../components/fields.js';
import type { OwnProject, ProjectDraftInput, UpdateProjectDraftInput } from '../providers/generated/operations.js';

/** The texts of a project that its owner writes. */
export type ProjectField = 'title' | 'summary' | 'description' | 'url' | 'repositoryUrl' | 'planId' | 'note';

/** A tool as the form holds it; its name is shown, its slug is sent. */
export interface ToolDraft {
  readonly slug: string;
  readonly name: string;
  readonly role: string | null;
}

/** The fields that become public once the project is approved and published. */
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

/** The note, which stays with the owner for good. */
export const NOTE_FIELD: FieldForm<ProjectField> = {
  name: 'note',
  label: 'Note',
  as: 'text',
  hint: 'For your eyes when you review the draft',
};

export const PLAN_FIELD: FieldForm<ProjectField> = { name: 'planId', label: 'Plan', as: 'choice' };

const FIELD_NAMES = [...PUBLIC_FIELDS, PLAN_FIELD, NOTE_FIELD].map(({ name }) => name);

/** The text of a field of the form; an empty one is null. */
export function textOfField(values: FieldValues, name: ProjectField): string | null {
  const held: unknown = values[name];
  return typeof held === 'string' ? held.trim() || null : null;
}

/** The tools that the form holds. */
export function toolsOfForm(values: FieldValues): readonly ToolDraft[] {
  const held: unknown = values.tools;
  return Array.isArray(held) ? held : [];
}

const roleOf = ({ role }: ToolDraft): string | null => role?.trim() || null;

/** Tools as the service takes them. */
const toolsInput = (tools: readonly ToolDraft[]) => tools.map((tool) => ({ slug: tool.slug, role: roleOf(tool) }));

/** A new draft; one that chooses no tools leaves them to its plan. */
export function newDraftInput(values: FieldValues): ProjectDraftInput {
  const tools = toolsOfForm(values);
  return {
    title: textOfField(values, 'title') ?? '',
    summary: textOfField(values, 'summary') ?? '',
    description: textOfField(values, 'description'),
    url: textOfField(values, 'url'),
    repositoryUrl: textOfField(values, 'repositoryUrl'),
    planId: textOfField(values, 'planId'),
    note: textOfField(values, 'note'),
    ...(tools.length ? { tools: toolsInput(tools) } : {}),
  };
}

/** An edit as it is sent: the changed members and the revision that was read. */
export type ProjectEditInput = Omit<UpdateProjectDraftInput, 'draftId'>;

/** The changed members of a project alone, so that an edit takes nothing back that it did not see; null when nothing changed. */
export function editInput(project: OwnProject, values: FieldValues): ProjectEditInput | null {
  const changed = FIELD_NAMES.filter((name) => textOfField(values, name) !== project[name]);
  const tools = toolsInput(toolsOfForm(values));
  const others = JSON.stringify(tools) !== JSON.stringify(toolsInput(project.tools));
  if (changed.length === 0 && !others) return null;
  return {
    ...Object.fromEntries(changed.map((name) => [name, textOfField(values, name)])),
    ...(others ? { tools } : {}),
    revision: project.revision,
  };
}

/** Tools with their roles, one to a line; null is none. */
export const describeTools = (tools: readonly ToolDraft[]): string | null =>
  tools.map((tool) => (roleOf(tool) ? `${tool.name}: ${roleOf(tool)}` : tool.name)).join('\n') || null;
