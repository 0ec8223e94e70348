import ArchivedIcon from '@mui/icons-material/ArchiveOutlined';
import DraftIcon from '@mui/icons-material/EditNoteOutlined';
import PublishedIcon from '@mui/icons-material/PublicOutlined';
import ApprovedIcon from '@mui/icons-material/ThumbUpAltOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { OwnProject } from '../providers/generated/operations.js';

type Status = OwnProject['status'];

const STYLES: Record<Status, readonly [Icon, string, StateTone, string]> = {
  DRAFT: [DraftIcon, 'draft', 'caution', 'Private; this revision is not approved'],
  APPROVED: [ApprovedIcon, 'approved', 'info', 'You approved this revision; it is not public yet'],
  PUBLISHED: [PublishedIcon, 'published', 'good', 'Anyone can read what was published'],
  ARCHIVED: [ArchivedIcon, 'archived', 'neutral', 'Put away for good; nothing of it is public'],
};

export function ProjectStatusChip({ status }: { status: Status }) {
  const [icon, label, tone, meaning] = STYLES[status];
  return <StateChip icon={icon} label={label} tone={tone} title={meaning} />;
}
