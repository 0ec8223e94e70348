import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { BOXED_LIST } from '../components/boxed.list.js';
import { State } from '../components/StateChip.js';
import type { RiskFinding } from '../providers/generated/operations.js';
import { LineButton } from './LineButton.js';
import { Shown } from './Shown.js';
import { byRule, type RuleFindings } from './skill.labels.js';

/** Lines of one rule that are listed before a user asks for all of them. */
const LINES_SHOWN = 5;

/** The findings of published rules, the gravest first; each line can be looked at where it stands. */
export function FindingList(props: { findings: readonly RiskFinding[]; onShow: (line: number) => void }) {
  const { findings, onShow } = props;
  if (findings.length === 0)
    return (
      <Box sx={{ color: 'var(--muted)' }}>
        No rule found anything. The rules know forms, not intentions: read the text before you trust it.
      </Box>
    );
  return (
    <Box component="ul" aria-label="Findings" sx={LIST}>
      {byRule(findings).map((rule) => (
        <Rule key={rule.ruleId} rule={rule} onShow={onShow} />
      ))}
    </Box>
  );
}

const LIST = { ...BOXED_LIST, '& > li': { p: 3 } };

function Rule({ rule, onShow }: { rule: RuleFindings; onShow: (line: number) => void }) {
  const [all, setAll] = useState(false);
  const shown = all ? rule.findings : rule.findings.slice(0, LINES_SHOWN);
  return (
    <li>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <State of="severity" is={rule.severity} />
        <strong>{rule.title}</strong>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'grid', gap: 1 }}>
        {shown.map(({ line, excerpt }) => (
          <Box
            key={`${line} ${excerpt}`}
            component="li"
            sx={{ display: 'grid', gridTemplateColumns: { sm: '88px minmax(0, 1fr)' }, columnGap: 3, minWidth: 0 }}
          >
            <Box>
              <LineButton line={line} what={rule.title} onShow={onShow} />
            </Box>
            <Box component="code" sx={{ lineHeight: '24px' }}>
              <Shown text={excerpt} />
            </Box>
          </Box>
        ))}
      </Box>
      {rule.findings.length > LINES_SHOWN && (
        <Button size="small" variant="outlined" sx={{ mt: 2 }} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer lines' : `Show all ${rule.findings.length} lines`}
        </Button>
      )}
    </li>
  );
}
