import SkillsIcon from '@mui/icons-material/AutoStoriesOutlined';
import { Route } from 'react-router-dom';
import type { SkillLine } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { SkillImport } from './SkillImport.js';
import { SkillList } from './SkillList.js';
import { SkillShow } from './SkillShow.js';

/** SKILL.md files of others that a person imported. A skill is not written here, so that importing one is its create. */
export const skills: ResourcePages = {
  name: 'skills',
  icon: SkillsIcon,
  list: SkillList,
  show: SkillShow,
  recordRepresentation: ({ name }: SkillLine) => name,
  children: <Route path="import" element={<SkillImport />} />,
};
