export { enterHackathon, leaveHackathon, readProjectHackathons } from './hackathon.enter.js';
export { readHackathon } from './hackathon.read.js';
export { findPassport, setHackathonListed } from './hackathon-listing.set.js';
export { listHackathons } from './hackathons.list.js';
export { type Approval, applyRecords } from './records.apply.js';
