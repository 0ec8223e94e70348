import Box from '@mui/material/Box';
import { Diff } from '../components/Diff.js';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { Spelled } from '../components/Spelled.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { memberLabel, recordLabel, textOf } from './intake.labels.js';

type DraftRecord = NonNullable<IntakeSubmissionItem['draft']>['records'][number];

/** The members of a record; the service answers any JSON. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The effects of an approval, in a line each. */
export const consequencesOf = ({ draft }: IntakeSubmissionItem): string[] =>
  (draft?.records ?? []).map(
    ({ action, type, key }) => `${action === 'create' ? 'Creates' : 'Changes'} the ${recordLabel(type)} ${key}`,
  );

/** Exactly what approval would create or change, as a comparison with what is there. */
export function DraftRecords({ item }: { item: IntakeSubmissionItem }) {
  const records = item.draft?.records ?? [];
  return (
    <Section
      title="What approval creates"
      aside={
        item.draft && (
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>draft of revision {item.draft.revision}</Box>
        )
      }
    >
      {records.length === 0 && <Empty>No record is prepared for this revision.</Empty>}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {records.map((record) => (
          <RecordChange key={`${record.type} ${record.key}`} record={record} />
        ))}
      </Box>
    </Section>
  );
}

function RecordChange({ record: { type, action, key, before, after } }: { record: DraftRecord }) {
  const isNew = action === 'create';
  const title = `${isNew ? 'Create' : 'Change'} ${recordLabel(type)}`;
  const [old, next] = [membersOf(before), membersOf(after)];
  return (
    <Box component="section" aria-label={`${title} ${key}`} sx={{ minWidth: 0 }}>
      <Box component="h3" sx={{ m: 0, mb: 2, fontSize: '0.875rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {title} <bdi>{key}</bdi>
      </Box>
      {isNew ? (
        <Box sx={{ p: 3, border: '1px solid var(--border)', borderLeft: '3px solid var(--good)', borderRadius: 1 }}>
          <Facts>
            {Object.entries(next).flatMap(([name, value]) => {
              const text = textOf(value);
              return text === null
                ? []
                : [
                    <Fact key={name} label={memberLabel(name)}>
                      <Box component="ins" dir="auto" sx={NEW}>
                        <Spelled text={text} />
                      </Box>
                    </Fact>,
                  ];
            })}
          </Facts>
        </Box>
      ) : (
        <Diff
          caption={`${title} ${key}`}
          absent="none"
          fields={Object.keys(next)
            .filter((name) => Object.hasOwn(old, name))
            .map((name) => ({ label: memberLabel(name), before: textOf(old[name]), after: textOf(next[name]) }))}
        />
      )}
    </Box>
  );
}

const NEW = {
  display: 'block',
  color: 'inherit',
  textDecoration: 'none',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
