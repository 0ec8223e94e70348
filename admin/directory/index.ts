import DirectoryIcon from '@mui/icons-material/TravelExploreOutlined';
import type { FoundTool } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { DirectoryList } from './DirectoryList.js';
import { ToolShow } from './ToolShow.js';

/** Developer tools, as the public finds them. */
export const directory: ResourcePages = {
  name: 'directory',
  icon: DirectoryIcon,
  list: DirectoryList,
  show: ToolShow,
  recordRepresentation: ({ name }: FoundTool) => name,
};
