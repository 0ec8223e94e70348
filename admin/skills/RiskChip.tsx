import HighIcon from '@mui/icons-material/GppMaybeOutlined';
import LowIcon from '@mui/icons-material/InfoOutlined';
import NoneIcon from '@mui/icons-material/RemoveOutlined';
import MediumIcon from '@mui/icons-material/WarningAmberOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import { type RiskCounts, SEVERITIES, type Severity, sayRisk } from './skill.labels.js';

const LOOKS: Record<Severity, readonly [Icon, StateTone]> = {
  high: [HighIcon, 'bad'],
  medium: [MediumIcon, 'caution'],
  low: [LowIcon, 'info'],
};

/** How grave a finding is. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const [icon, tone] = LOOKS[severity];
  return <StateChip icon={icon} word={severity} tone={tone} />;
}

/** What was found in a skill, in a few words, under the icon of the gravest finding; that nothing was found is no praise. */
export function RiskChip({ counts }: { counts: RiskCounts }) {
  const worst = SEVERITIES.find((severity) => counts[severity] > 0);
  const [icon, tone] = worst ? LOOKS[worst] : ([NoneIcon, 'neutral'] as const);
  return (
    <StateChip
      icon={icon}
      word={sayRisk(counts) ?? 'nothing found'}
      tone={tone}
      title="What published rules found in the text: hints, no verdict"
    />
  );
}
