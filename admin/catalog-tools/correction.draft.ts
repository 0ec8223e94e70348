import { type FieldValues, get, set } from 'react-hook-form';
import { describeField } from '../components/fields.js';
import type { CatalogRecord, EditToolInput } from '../providers/generated/operations.js';
import { correctionsOf, TOOL_FACTS, type ToolFact, textOfFact } from './tool.fields.js';

const today = (): string => new Date().toISOString().slice(0, 10);

/** A record's facts as texts of a form, and the source of a correction to come. */
export function correctionOf(tool: CatalogRecord): { readonly id: string } {
  const draft = { id: tool.id, confirmed: [], source: { url: '', readAt: today() }, reason: '' };
  for (const { name } of TOOL_FACTS) set(draft, name, textOfFact(tool, name));
  return draft;
}

/** The text of a field of the form, by the names that errors and sources use. */
export function textIn(values: FieldValues, name: string): string {
  const held: unknown = get(values, name);
  return typeof held === 'string' ? held.trim() : '';
}

/** The facts that read otherwise than the record does. */
export const changedFacts = (tool: CatalogRecord, values: FieldValues): ToolFact[] =>
  TOOL_FACTS.map(({ name }) => name).filter((fact) => textIn(values, fact) !== textOfFact(tool, fact));

/** A fact that stands by the vendor's statement alone: the name that sources use, and the fields of the form that hold it. */
export interface StatedFact {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly fields: readonly ToolFact[];
  readonly url: string;
  readonly approvedOn: string;
}

/** The facts that the vendor stated and no one has read at their source, in the form's order; a group such as the vendor is one fact. */
export function statedFacts(tool: CatalogRecord): StatedFact[] {
  const found = tool.sources.flatMap(({ url, approvedOn, facts }) =>
    approvedOn === null
      ? []
      : facts.flatMap((name) => {
          const fields = TOOL_FACTS.filter((fact) => fact.name === name || fact.name.startsWith(`${name}.`));
          const [first] = fields;
          const texts = fields.map((fact) => describeField(fact, textOfFact(tool, fact.name))).filter(Boolean);
          return first
            ? [
                {
                  name,
                  label: first.label,
                  text: texts.join(', '),
                  fields: fields.map((one) => one.name),
                  url,
                  approvedOn,
                },
              ]
            : [];
        }),
  );
  const place = ({ fields: [first] }: StatedFact): number => TOOL_FACTS.findIndex(({ name }) => name === first);
  return found.sort((one, other) => place(one) - place(other));
}

/** The stated facts that the reviewer read as they stand; one that is changed is corrected. */
export function confirmedFacts(tool: CatalogRecord, values: FieldValues): StatedFact[] {
  const chosen: readonly string[] = values.confirmed ?? [];
  const changed = changedFacts(tool, values);
  return statedFacts(tool).filter(
    ({ name, fields }) => chosen.includes(name) && !fields.some((field) => changed.includes(field)),
  );
}

/** The correction as the service takes it; null while a fact, its source or the reason is missing. */
export function correctionInput(tool: CatalogRecord, values: FieldValues): EditToolInput | null {
  const changed = [
    ...changedFacts(tool, values),
    // A fact that is named and not changed is confirmed.
    ...confirmedFacts(tool, values).flatMap(({ fields }) => fields),
  ];
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
