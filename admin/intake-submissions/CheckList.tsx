import FailIcon from '@mui/icons-material/CancelOutlined';
import PassIcon from '@mui/icons-material/CheckCircleOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Section } from '../components/Page.js';
import { Spelled } from '../components/Spelled.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { ruleLabel } from './intake.labels.js';
import { placeId } from './SubmittedContent.js';

type Check = IntakeSubmissionItem['checks'][number];

const LOOKS = {
  fail: { icon: FailIcon, tone: 'bad', label: 'failed' },
  unknown: { icon: UnknownIcon, tone: 'caution', label: 'not known' },
  pass: { icon: PassIcon, tone: 'good', label: 'passed' },
} as const;
const ORDER = ['fail', 'unknown', 'pass'] as const;
type Result = (typeof ORDER)[number];

const resultOf = ({ result }: Check): Result => ORDER.find((one) => one === result) ?? 'unknown';

/** The results of the rules: failed ones first, then unknown ones; passed ones are one click away where there are others. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const [all, setAll] = useState(false);
  const sorted = ORDER.flatMap((result) => checks.filter((check) => resultOf(check) === result));
  const doubtful = sorted.filter((check) => resultOf(check) !== 'pass');
  const passed = sorted.length - doubtful.length;
  const shown = all || doubtful.length === 0 ? sorted : doubtful;
  return (
    <Section
      title="Checks"
      aside={
        doubtful.length > 0 &&
        passed > 0 && (
          <Button size="small" variant="outlined" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? 'Hide passed' : `Show passed (${passed})`}
          </Button>
        )
      }
    >
      {checks.length === 0 && <Box sx={{ color: 'var(--muted)' }}>There is no draft of this revision yet.</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {shown.map((check) => (
          <CheckRow key={`${check.ruleId} ${check.pointer}`} check={check} />
        ))}
      </Box>
    </Section>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { icon: Drawn, tone, label } = LOOKS[resultOf(check)];
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', gap: 2 }}>
      <Drawn sx={{ fontSize: 18, mt: '2px', color: `var(--${tone})` }} aria-hidden />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box
          component="button"
          type="button"
          onClick={() => point(check.pointer)}
          sx={{
            p: 0,
            border: 0,
            bgcolor: 'transparent',
            color: 'inherit',
            font: 'inherit',
            fontWeight: 500,
            textAlign: 'left',
            textDecoration: 'underline',
            cursor: 'pointer',
          }}
        >
          {ruleLabel(check.ruleId)}
          <VisuallyHidden>: {label}, show where</VisuallyHidden>
        </Box>
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
          {check.reason}
          {check.evidence && (
            <>
              {' '}
              <bdi>
                <Spelled text={check.evidence} />
              </bdi>
            </>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** Brings what a check is about into sight and gives it the focus; where the member is not there, the one that holds it. */
function point(pointer: string): void {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = document.getElementById(placeId(at));
    if (!place) continue;
    for (const other of document.querySelectorAll('[data-pointed]')) other.removeAttribute('data-pointed');
    place.setAttribute('data-pointed', '');
    place.scrollIntoView({ block: 'center' });
    place.focus({ preventScroll: true });
    return;
  }
}
