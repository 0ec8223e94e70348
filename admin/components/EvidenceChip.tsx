import ModelledIcon from '@mui/icons-material/FunctionsOutlined';
import MissingIcon from '@mui/icons-material/HelpOutlineOutlined';
import ReportedIcon from '@mui/icons-material/PersonOutlineOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import SampleIcon from '@mui/icons-material/ScienceOutlined';
import FirstPartyIcon from '@mui/icons-material/VerifiedOutlined';
import { type Icon, StateChip, type StateTone } from './StateChip.js';

const LABELS: Record<string, readonly [Icon, StateTone, string]> = {
  'first-party': [FirstPartyIcon, 'good', 'Sent by the product’s own servers'],
  'public-source': [PublicIcon, 'info', 'Read from a public source'],
  sample: [SampleIcon, 'caution', 'Made-up data to try things out with; it counts nowhere'],
  reported: [ReportedIcon, 'neutral', 'Reported by you or your agents; no one checked it'],
  modelled: [ModelledIcon, 'neutral', 'Computed, not observed'],
};

/** The evidence label that stands wherever a number stands (spec §1, rule 4); an unknown one is shown as it came. */
export function EvidenceChip({ label }: { label: string }) {
  const [icon, tone, meaning] = LABELS[label] ?? [MissingIcon, 'neutral', 'No source'];
  return <StateChip icon={icon} label={label} tone={tone} title={meaning} />;
}
