import GapsIcon from '@mui/icons-material/SearchOffOutlined';
import type { DirectoryGap } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { DirectoryGapList } from './DirectoryGapList.js';

/** Counts of what was asked for and isn't there. */
export const directoryGaps: ResourcePages = {
  name: 'directory-gaps',
  icon: GapsIcon,
  list: DirectoryGapList,
  recordRepresentation: ({ title }: DirectoryGap) => title,
};
