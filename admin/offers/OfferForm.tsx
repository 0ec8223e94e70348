import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { Diff } from '../components/Diff.js';
import { FieldGrid } from '../components/FieldGrid.js';
import { describeField, type Edits } from '../components/fields.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { RowsEditor } from '../components/RowsEditor.js';
import { isStale, StaleBar } from '../components/StaleBar.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { ReviewedOffer } from '../providers/generated/operations.js';
import {
  describeRules,
  describeSources,
  newRule,
  newSource,
  offerInput,
  type RuleDraft,
  rulesOf,
  type SourceDraft,
  sourcesOf,
} from './offer.draft.js';
import { NEW_OFFER, OFFER_FIELDS, OFFER_GROUPS, type OfferField, OTHER_FIELD, textsOf } from './offer.fields.js';
import { RuleFields } from './RuleFields.js';
import { SourceFields } from './SourceFields.js';

interface OfferFormProps {
  /** The offer that is edited; null makes a new one. */
  readonly offer: ReviewedOffer | null;
  readonly onReload: () => void;
  readonly onSaved: (offer: ReviewedOffer) => void;
}

/** Makes an offer or corrects one; what would change stands above the button. */
export function OfferForm({ offer, onReload, onSaved }: OfferFormProps) {
  const [edits, setEdits] = useState<Edits<OfferField>>({});
  const [rules, setRules] = useState<readonly RuleDraft[]>(() => (offer ? rulesOf(offer) : []));
  const [sources, setSources] = useState<readonly SourceDraft[]>(() => (offer ? sourcesOf(offer) : []));
  const provider = useDataProvider();
  const before = offer ? textsOf(offer) : NEW_OFFER;
  const textOf = (name: OfferField) => edits[name] ?? before[name];
  const edit = (name: OfferField, value: string) => setEdits((one) => ({ ...one, [name]: value }));
  const fields = [
    ...OFFER_FIELDS.map((field) => ({
      label: field.label,
      before: offer && describeField(field, before[field.name]),
      after: describeField(field, textOf(field.name)),
    })),
    {
      label: 'Rules',
      before: offer ? describeRules(rulesOf(offer)) || null : null,
      after: describeRules(rules) || null,
    },
    {
      label: 'Sources',
      before: offer ? describeSources(sourcesOf(offer)) || null : null,
      after: describeSources(sources) || null,
    },
  ];
  const changes = fields.filter((one) => one.before !== one.after).length;
  const mutation = useApiMutation(
    () => provider.create<ReviewedOffer>('reviewed-offers', { data: offerInput(textOf, rules, sources, offer) }),
    ['reviewed-offers', 'offers'],
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setEdits({});
    onSaved(outcome.answer.data);
  };
  const stale = mutation.problem !== null && isStale(mutation.problem);
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      {OFFER_GROUPS.map((group) => (
        <Section key={group.title} title={group.title}>
          <FieldGrid fields={group.fields} textOf={textOf} problem={mutation.problem} onChange={edit} />
        </Section>
      ))}
      <Section title="Who may have it">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          <RowsEditor label="Rules" one="rule" rows={rules} make={newRule} onChange={setRules}>
            {(rule, change) => <RuleFields rule={rule} onChange={change} />}
          </RowsEditor>
          <FieldGrid fields={[OTHER_FIELD]} textOf={textOf} problem={mutation.problem} onChange={edit} />
        </Box>
      </Section>
      <Section title="Where it was read">
        <RowsEditor label="Sources" one="source" rows={sources} make={newSource} onChange={setSources}>
          {(source, change) => <SourceFields source={source} onChange={change} />}
        </RowsEditor>
      </Section>
      <Section title={offer ? 'What changes' : textOf('listed') === 'true' ? 'What becomes public' : 'What is stored'}>
        <Diff caption="Changes of the offer" fields={fields} />
      </Section>
      {mutation.problem && stale && (
        <StaleBar
          problem={mutation.problem}
          onReload={() => {
            mutation.reset();
            onReload();
          }}
        />
      )}
      {mutation.problem && !stale && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }}>
        <Button
          type="submit"
          variant="contained"
          loading={mutation.busy}
          loadingPosition="start"
          disabled={changes === 0}
        >
          {offer
            ? 'Correct the offer'
            : textOf('listed') === 'true'
              ? 'Publish the offer'
              : 'Add the offer, not listed'}
        </Button>
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          {offer ? `about revision ${offer.revision}` : 'The public sees it at once, unless it is not listed.'}
        </Box>
      </Box>
    </form>
  );
}
