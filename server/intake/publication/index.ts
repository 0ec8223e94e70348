export { type Approval, applyRecords } from './records.apply.js';
