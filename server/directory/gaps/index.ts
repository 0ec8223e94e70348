export { DirectoryGapList, DirectoryGapsArgs, listDirectoryGaps } from './gap.operations.js';
export { type GapLog, openGapLog } from './gap-log.open.js';
