export {
  enterHackathon,
  findPassport,
  leaveHackathon,
  listHackathons,
  readHackathon,
  readProjectHackathons,
  setHackathonListed,
} from './hackathon.operations.js';
export { type Approval, applyRecords } from './records.query.js';
