import Box from '@mui/material/Box';
import { useInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { Diff } from '../components/Diff.js';
import { FIELD_GRID, FormFields } from '../components/FormFields.js';
import { describeField } from '../components/fields.js';
import { Section } from '../components/Page.js';
import { RowsEditor } from '../components/RowsEditor.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import { ToolChooser } from '../workbench/ToolChooser.js';
import { OrganizationField, useOrganizationNames } from './OrganizationField.js';
import {
  describeRules,
  describeSources,
  newRule,
  newSource,
  offerDraft,
  partsIn,
  type RuleDraft,
  type SourceDraft,
  textIn,
} from './offer.draft.js';
import { DECIDES_FIELD, OFFER_FIELDS, OFFER_GROUPS, OTHER_FIELD } from './offer.fields.js';
import { RuleFields } from './RuleFields.js';
import { SourceFields } from './SourceFields.js';

/** The fields of an offer, and what saving them would change; null is a new offer. */
export function OfferForm({ offer }: { offer: CatalogOffer | null }) {
  return (
    <>
      {OFFER_GROUPS.map(({ title, fields }, index) => (
        <Section key={title} title={title}>
          <Box sx={FIELD_GRID}>
            <FormFields fields={fields} />
            {fields.some(({ name }) => name === 'claim') && <OrganizationField />}
          </Box>
          {index === 0 && <Tools />}
        </Section>
      ))}
      <Section title="Who may have it">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          <Rules />
          <FormFields fields={[OTHER_FIELD]} />
        </Box>
      </Section>
      <Section title="Where it was read">
        <Sources />
      </Section>
      <Changes offer={offer} />
    </>
  );
}

function Tools() {
  const { field } = useInput<readonly string[]>({ source: 'tools', defaultValue: [] });
  const chosen: readonly string[] = field.value;
  const toggle = (slug: string) =>
    field.onChange(chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug]);
  return (
    <Box sx={{ mt: 4, maxWidth: 480 }}>
      <ToolChooser title="Tools that it is for" chosen={chosen} onToggle={toggle} />
    </Box>
  );
}

function Rules() {
  const { field } = useInput({ source: 'rules', defaultValue: [] });
  return (
    <RowsEditor<RuleDraft> label="Rules" one="rule" rows={field.value} make={newRule} onChange={field.onChange}>
      {(rule, change) => <RuleFields rule={rule} onChange={change} />}
    </RowsEditor>
  );
}

function Sources() {
  const { field } = useInput({ source: 'sources', defaultValue: [] });
  return (
    <RowsEditor<SourceDraft> label="Sources" one="source" rows={field.value} make={newSource} onChange={field.onChange}>
      {(source, change) => <SourceFields source={source} onChange={change} />}
    </RowsEditor>
  );
}

function Changes({ offer }: { offer: CatalogOffer | null }) {
  const values = useWatch();
  const nameOf = useOrganizationNames([offer?.organizationId ?? '', textIn(values, 'organizationId')]);
  const fields = changesOf(offer, values).map((change) =>
    change.label === DECIDES_FIELD.label
      ? { ...change, before: nameOf(change.before), after: nameOf(change.after) }
      : change,
  );
  return (
    <Section title={offer ? 'What changes' : isListed(values) ? 'What becomes public' : 'What is stored'}>
      <Diff caption="Changes of the offer" fields={fields} />
    </Section>
  );
}

/** Whether the public finds what the form holds. */
export const isListed = (values: FieldValues): boolean => textIn(values, 'listed') === 'true';

/** Every field of the form as it was and as it is. */
export function changesOf(offer: CatalogOffer | null, values: FieldValues) {
  const before = offer && offerDraft(offer);
  const parts = (of: FieldValues | null) => {
    const { tools, rules, sources } = partsIn(of ?? {});
    return [
      ['Tools', tools.join(', ') || null],
      ['Rules', describeRules(rules) || null],
      ['Sources', describeSources(sources) || null],
    ] as const;
  };
  const after = parts(values);
  return [
    ...OFFER_FIELDS.map((field) => ({
      label: field.label,
      before: before && describeField(field, textIn(before, field.name)),
      after: describeField(field, textIn(values, field.name)),
    })),
    ...parts(before).map(([label, text], index) => ({ label, before: text, after: after[index]?.[1] ?? null })),
  ];
}
