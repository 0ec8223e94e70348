import NativeIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import FittingIcon from '@mui/icons-material/CheckCircleOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import UnfitIcon from '@mui/icons-material/HighlightOffOutlined';
import ElsewhereIcon from '@mui/icons-material/OpenInNewOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';

/** How an offer is taken. */
export function ClaimWayChip({ claim }: { claim: string }) {
  return claim === 'native' ? (
    <StateChip
      icon={NativeIcon}
      label="claimed here"
      tone="info"
      title="A signed-in person claims it; the vendor decides"
    />
  ) : (
    <StateChip
      icon={ElsewhereIcon}
      label="at the provider"
      tone="neutral"
      title="Taken at the provider: opening its link is no claim and no proof of approval"
    />
  );
}

const VERDICTS: Record<string, readonly [Icon, StateTone, string]> = {
  eligible: [FittingIcon, 'good', 'eligible'],
  ineligible: [UnfitIcon, 'bad', 'not eligible'],
};

/** Whether a company may have an offer, as far as its facts tell. */
export function VerdictChip({ verdict }: { verdict: string }) {
  const [icon, tone, label] = VERDICTS[verdict] ?? [UnknownIcon, 'caution', 'unknown'];
  return <StateChip icon={icon} label={label} tone={tone} />;
}

const RESULTS: Record<string, readonly [Icon, StateTone, string]> = {
  met: [FittingIcon, 'good', 'met'],
  not_met: [UnfitIcon, 'bad', 'not met'],
};

/** Whether one requirement is met. */
export function ResultChip({ result }: { result: string }) {
  const [icon, tone, label] = RESULTS[result] ?? [UnknownIcon, 'caution', 'unknown'];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
