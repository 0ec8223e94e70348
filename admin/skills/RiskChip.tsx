import NoneIcon from '@mui/icons-material/RemoveOutlined';
import { StateChip } from '../components/StateChip.js';
import { lookOf } from '../components/states.js';
import { describeRisk, type RiskCounts, SEVERITIES } from './skill.labels.js';

/** The findings in a skill, in a few words, under the icon of the gravest one; no findings is not praise. */
export function RiskChip({ counts }: { counts: RiskCounts }) {
  const worst = SEVERITIES.find((severity) => counts[severity] > 0);
  const [icon, tone] = worst ? lookOf('severity', worst) : ([NoneIcon, 'neutral'] as const);
  return (
    <StateChip
      icon={icon}
      label={describeRisk(counts) ?? 'nothing found'}
      tone={tone}
      title="What published rules found in the text: hints, no verdict"
    />
  );
}
