import { type FieldValues, get, set } from 'react-hook-form';
import type { CatalogRecord, EditToolInput } from '../providers/generated/operations.js';
import { correctionsOf, TOOL_FACTS, type ToolFact, textOfFact } from './tool.fields.js';

const today = (): string => new Date().toISOString().slice(0, 10);

/** A record's facts as texts of a form, and the source of a correction to come. */
export function correctionOf(tool: CatalogRecord): { readonly id: string } {
  const draft = { id: tool.id, source: { url: '', readAt: today() }, reason: '' };
  for (const { name } of TOOL_FACTS) set(draft, name, textOfFact(tool, name));
  return draft;
}

/** What a field of the form holds, by the names that errors and sources use. */
export function textIn(values: FieldValues, name: string): string {
  const held: unknown = get(values, name);
  return typeof held === 'string' ? held.trim() : '';
}

/** The facts that read otherwise than the record does. */
export const changedFacts = (tool: CatalogRecord, values: FieldValues): ToolFact[] =>
  TOOL_FACTS.map(({ name }) => name).filter((fact) => textIn(values, fact) !== textOfFact(tool, fact));

/** The correction as the service takes it; null while a fact, its source or the reason is missing. */
export function correctionInput(tool: CatalogRecord, values: FieldValues): EditToolInput | null {
  const changed = changedFacts(tool, values);
  const url = textIn(values, 'source.url');
  const reason = textIn(values, 'reason');
  if (changed.length === 0 || url === '' || reason === '') return null;
  return {
    ...correctionsOf(changed, (fact) => textIn(values, fact)),
    slug: tool.slug,
    revision: tool.revision,
    reason,
    source: { url, readAt: textIn(values, 'source.readAt') },
  };
}
