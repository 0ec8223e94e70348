import ProjectsIcon from '@mui/icons-material/FolderOpenOutlined';
import type { OwnProject } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { ProjectCreate } from './ProjectCreate.js';
import { ProjectEdit } from './ProjectEdit.js';
import { ProjectList } from './ProjectList.js';
import { ProjectShow } from './ProjectShow.js';

/** The projects that a person builds, from the private draft to the public page. */
export const projects: ResourcePages = {
  name: 'projects',
  icon: ProjectsIcon,
  list: ProjectList,
  show: ProjectShow,
  edit: ProjectEdit,
  create: ProjectCreate,
  recordRepresentation: ({ title }: OwnProject) => title,
};
