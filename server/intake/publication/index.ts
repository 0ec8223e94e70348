export { readHackathon } from './hackathon.read.js';
export { type Approval, applyRecords } from './records.apply.js';
