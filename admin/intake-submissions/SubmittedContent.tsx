import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { OutLink } from '../components/OutLink.js';
import { Section } from '../components/Page.js';
import { Spelled } from '../components/Spelled.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { EvidencePanel } from './EvidencePanel.js';
import { memberLabel } from './intake.labels.js';

/** The element of a member of the submission, by its JSON pointer. */
export const placeId = (pointer: string): string => `at${pointer.replaceAll('/', '-')}`;

/** The submission, member by member, each where a check can point at it; texts are text, and pages are read beside it. */
export function SubmittedContent({ item: { id, submission } }: { item: IntakeSubmissionItem }) {
  const [read, setRead] = useState<string | null>(null);
  const { contact, organization, note, fields } = submission;
  return (
    <Section title="Submission" level="h2">
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: '2px' }}>
        <Members
          value={{ contact, organization, ...(note === null ? {} : { note }), fields }}
          pointer=""
          onRead={setRead}
        />
      </Box>
      {read && <EvidencePanel key={read} id={id} pointer={read} onClose={() => setRead(null)} />}
    </Section>
  );
}

interface MembersProps {
  readonly value: object;
  readonly pointer: string;
  /** Reads the page behind the address at a pointer. */
  readonly onRead: (pointer: string) => void;
}

function Members({ value, pointer, onRead }: MembersProps) {
  return Object.entries(value).map(([name, inner]: [string, unknown]) => (
    <Member key={name} name={name} value={inner} pointer={`${pointer}/${name}`} onRead={onRead} />
  ));
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface MemberProps extends Omit<MembersProps, 'value'> {
  readonly name: string;
  readonly value: unknown;
}

function Member({ name, value, pointer, onRead }: MemberProps) {
  const label = /^\d+$/.test(name) ? `${Number(name) + 1}.` : memberLabel(name);
  const marked = {
    px: 2,
    mx: -2,
    borderRadius: 1,
    scrollMarginTop: 80,
    '&:target, &[data-pointed]': { bgcolor: 'var(--raised)', outline: '2px solid var(--accent)' },
  };
  if (isBranch(value) && Object.keys(value).length > 0)
    return (
      <Box id={placeId(pointer)} tabIndex={-1} sx={{ ...marked, mt: pointer.split('/').length > 2 ? 0 : 3 }}>
        <Box component="dt" sx={{ fontWeight: 600, fontSize: '0.8125rem' }}>
          {label}
        </Box>
        <Box component="dd" sx={{ m: 0, pl: 3, borderLeft: '1px solid var(--border)' }}>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: '2px' }}>
            <Members value={value} pointer={pointer} onRead={onRead} />
          </Box>
        </Box>
      </Box>
    );
  return (
    <Box
      id={placeId(pointer)}
      tabIndex={-1}
      sx={{ ...marked, display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: 2 }}
    >
      <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', lineHeight: '21px' }}>
        {label}
      </Box>
      <Box component="dd" dir="auto" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        <Value value={value} onRead={() => onRead(pointer)} />
      </Box>
    </Box>
  );
}

function Value({ value, onRead }: { value: unknown; onRead: () => void }) {
  if (value === null || value === '' || isBranch(value)) return <span style={{ color: 'var(--muted)' }}>none</span>;
  const text = String(value);
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return <Spelled text={text} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
      <OutLink to={text} nofollow>
        <Spelled text={text} />
      </OutLink>
      <Button size="small" variant="text" onClick={onRead} sx={{ minWidth: 0, p: 0 }}>
        Read here
        <VisuallyHidden> {text}</VisuallyHidden>
      </Button>
    </Box>
  );
}
