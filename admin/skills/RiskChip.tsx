import HighIcon from '@mui/icons-material/GppMaybeOutlined';
import LowIcon from '@mui/icons-material/InfoOutlined';
import NoneIcon from '@mui/icons-material/RemoveOutlined';
import MediumIcon from '@mui/icons-material/WarningAmberOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import { describeRisk, type RiskCounts, SEVERITIES, type Severity } from './skill.labels.js';

const STYLES: Record<Severity, readonly [Icon, StateTone]> = {
  high: [HighIcon, 'bad'],
  medium: [MediumIcon, 'caution'],
  low: [LowIcon, 'info'],
};

/** How grave a finding is. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const [icon, tone] = STYLES[severity];
  return <StateChip icon={icon} label={severity} tone={tone} />;
}

/** The findings in a skill, in a few words, under the icon of the gravest one; no findings is not praise. */
export function RiskChip({ counts }: { counts: RiskCounts }) {
  const worst = SEVERITIES.find((severity) => counts[severity] > 0);
  const [icon, tone] = worst ? STYLES[worst] : ([NoneIcon, 'neutral'] as const);
  return (
    <StateChip
      icon={icon}
      label={describeRisk(counts) ?? 'nothing found'}
      tone={tone}
      title="What published rules found in the text: hints, no verdict"
    />
  );
}
