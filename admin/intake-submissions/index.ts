import QueueIcon from '@mui/icons-material/InboxOutlined';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { IntakeList } from './IntakeList.js';
import { IntakeShow } from './IntakeShow.js';

/** The submissions of strangers, about which reviewers decide. */
export const intakeSubmissions: ResourcePages = {
  name: 'intake-submissions',
  icon: QueueIcon,
  list: IntakeList,
  show: IntakeShow,
  recordRepresentation: ({ title }: IntakeSubmissionRow) => title,
};
