import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { BOXED_LIST } from '../components/boxed.list.js';
import { StateChip } from '../components/StateChip.js';
import type { SkillImport, SkillProblem } from '../providers/generated/operations.js';
import { LineButton } from './LineButton.js';
import { Shown } from './Shown.js';

interface ProblemListProps {
  readonly validation: SkillImport['validation'];
  readonly onShow: (line: number) => void;
}

/** Every reason why a file is no valid skill, then every reason to look twice; each can be looked at where it stands. */
export function ProblemList({ validation, onShow }: ProblemListProps) {
  const { errors, warnings } = validation;
  if (errors.length + warnings.length === 0)
    return <Box sx={{ color: 'var(--muted)' }}>It is a valid skill, and no rule of the format is bent.</Box>;
  return (
    <Box component="ul" aria-label="Validation" sx={BOXED_LIST}>
      {errors.map((problem, index) => (
        <Row key={`${index} ${problem.code}`} label="error" problem={problem} onShow={onShow} />
      ))}
      {warnings.map((problem, index) => (
        <Row key={`${index} ${problem.code}`} label="warning" problem={problem} onShow={onShow} />
      ))}
    </Box>
  );
}

interface RowProps {
  readonly label: 'error' | 'warning';
  readonly problem: SkillProblem;
  readonly onShow: (line: number) => void;
}

function Row({ label, problem, onShow }: RowProps) {
  const { field, line, detail } = problem;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, p: 3 }}>
      {label === 'error' ? (
        <StateChip icon={ErrorIcon} label="error" tone="bad" />
      ) : (
        <StateChip icon={WarningIcon} label="warning" tone="caution" />
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {field !== null && (
          <>
            <code>
              <Shown text={field} />
            </code>
            {': '}
          </>
        )}
        <Shown text={detail} />
      </Box>
      {line !== null && <LineButton line={line} what={detail} onShow={onShow} />}
    </Box>
  );
}
