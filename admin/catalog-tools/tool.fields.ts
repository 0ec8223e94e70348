import type { FactOf, FieldGroup } from '../components/fields.js';
import { splitList } from '../components/fields.js';
import { humanize } from '../directory/tool.labels.js';
import {
  type CatalogRecord,
  type EditToolInput,
  InstallKind,
  Maturity,
  PricingModel,
  ToolInterface,
} from '../providers/generated/operations.js';
import { oneOf } from '../providers/records.js';

/** The facts of a tool that a reviewer may correct, by the names that errors and sources use. */
export type ToolFact = FactOf<Required<Corrections>>;

type Corrections = Omit<EditToolInput, 'slug' | 'revision' | 'reason' | 'source'>;

const PRICING = Object.values(PricingModel).map((value) => [value, humanize(value)] as const);
export const MATURITY = Object.values(Maturity).map((value) => [value, value] as const);
const INSTALL = [['', 'not known'] as const, ...Object.values(InstallKind).map((value) => [value, value] as const)];

/** The form, group by group. */
export const TOOL_GROUPS: readonly FieldGroup<ToolFact>[] = [
  {
    title: 'What it is',
    fields: [
      { name: 'name', label: 'Name', as: 'line', required: true },
      { name: 'aliases', label: 'Other names', as: 'words' },
      { name: 'vendor.name', label: 'Vendor', as: 'line' },
      { name: 'vendor.domain', label: 'Vendor’s domain', as: 'line' },
      { name: 'summary', label: 'Summary', as: 'text', required: true, hint: 'One line in our own words' },
    ],
  },
  {
    title: 'Where it is found',
    fields: [
      { name: 'categories', label: 'Categories', as: 'words' },
      { name: 'capabilities', label: 'Capabilities', as: 'words' },
      { name: 'interfaces', label: 'Interfaces', as: 'words', hint: `Of ${Object.values(ToolInterface).join(', ')}` },
      { name: 'maturity', label: 'Maturity', as: 'choice', choices: MATURITY },
    ],
  },
  {
    title: 'What it costs',
    fields: [
      { name: 'pricing.model', label: 'Pricing', as: 'choice', choices: PRICING },
      { name: 'pricing.freeTier', label: 'Free tier', as: 'line' },
      { name: 'pricing.url', label: 'Pricing page', as: 'line' },
      { name: 'licence.spdx', label: 'Licence', as: 'line', hint: 'An SPDX expression, such as MIT' },
      { name: 'licence.source', label: 'Licence read at', as: 'line' },
      { name: 'licence.checkedAt', label: 'Licence read on', as: 'day' },
    ],
  },
  {
    title: 'Getting started',
    fields: [
      { name: 'website', label: 'Website', as: 'line' },
      { name: 'signupUrl', label: 'Sign-up page', as: 'line' },
      { name: 'docs.url', label: 'Documentation', as: 'line' },
      { name: 'docs.llmsTxt', label: 'llms.txt', as: 'line' },
      { name: 'docs.openapi', label: 'OpenAPI description', as: 'line' },
      { name: 'install.kind', label: 'Installed by', as: 'choice', choices: INSTALL },
      { name: 'install.command', label: 'Install command', as: 'line' },
      { name: 'environment', label: 'Environment variables', as: 'words', hint: 'Names, never values' },
    ],
  },
];

/** Every fact with its label, in the form's order. */
export const TOOL_FACTS = TOOL_GROUPS.flatMap(({ fields }) => fields);

const LISTS: readonly ToolFact[] = ['aliases', 'categories', 'capabilities', 'interfaces', 'environment'];

/** A fact of the record as the form's text; what is not known is empty. */
export function textOfFact(tool: CatalogRecord, fact: ToolFact): string {
  const [first = '', second] = fact.split('.');
  const whole: unknown = Object.entries(tool).find(([name]) => name === first)?.[1];
  const value: unknown = second ? Object.entries(whole ?? {}).find(([name]) => name === second)?.[1] : whole;
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
}

/** The changed facts as the service takes them: what is left out stays, an emptied one becomes unknown. */
export function correctionsOf(changed: readonly ToolFact[], textOf: (fact: ToolFact) => string): Corrections {
  const has = (fact: ToolFact) => changed.includes(fact);
  const known = (fact: ToolFact) => textOf(fact).trim() || null;
  const part = (group: string) =>
    Object.fromEntries(
      changed.filter((fact) => fact.startsWith(`${group}.`)).map((fact) => [fact.slice(group.length + 1), known(fact)]),
    );
  const kind = oneOf(InstallKind, textOf('install.kind'));
  const spdx = known('licence.spdx');
  return {
    ...Object.fromEntries(
      changed
        .filter((fact) => !fact.includes('.'))
        .map((fact) => [fact, LISTS.includes(fact) ? splitList(textOf(fact)) : known(fact)]),
    ),
    ...(has('vendor.name') || has('vendor.domain')
      ? { vendor: { name: known('vendor.name'), domain: known('vendor.domain') } }
      : {}),
    ...(changed.some((fact) => fact.startsWith('pricing.')) ? { pricing: part('pricing') } : {}),
    ...(changed.some((fact) => fact.startsWith('docs.')) ? { docs: part('docs') } : {}),
    ...(has('install.kind') || has('install.command')
      ? { install: kind ? { kind, command: textOf('install.command').trim() } : null }
      : {}),
    ...(changed.some((fact) => fact.startsWith('licence.'))
      ? {
          licence:
            spdx === null
              ? null
              : {
                  spdx,
                  source: textOf('licence.source').trim(),
                  checkedAt: textOf('licence.checkedAt').trim(),
                },
        }
      : {}),
  };
}
