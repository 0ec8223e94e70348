export { readSkillAddress } from './address.rules.js';
export { digestOfSkill } from './digest.rules.js';
export { readFields } from './fields.rules.js';
export { readFrontmatter } from './frontmatter.rules.js';
export { findHeadings } from './headings.rules.js';
export { readText } from './text.rules.js';
export type { FrontmatterField } from './yaml.rules.js';
