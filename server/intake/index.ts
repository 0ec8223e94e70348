import 'reflect-metadata';
import {
  IntakeComment,
  IntakeDecision,
  IntakeDraft,
  IntakeHistory,
  IntakeLetter,
  IntakeLink,
  IntakeParty,
  IntakeSubmission,
} from './intake.entity.js';
import { HackathonEntry, HackathonEvent, HackathonSponsor, HackathonSponsorTool } from './passport.entity.js';

export { bytesOf, intakeJobs, prepareDraft, prepareSubmission, replayDrafts } from './drafts/index.js';
export { IntakeResolver } from './intake.resolver.js';
export { intakeContracts, storeSampleSubmissions } from './submissions/index.js';

/** The domain's tables, for the composition root. */
export const intakeEntities = [
  IntakeSubmission,
  IntakeDraft,
  IntakeHistory,
  IntakeLetter,
  IntakeComment,
  IntakeDecision,
  IntakeParty,
  IntakeLink,
  HackathonEvent,
  HackathonSponsor,
  HackathonSponsorTool,
  HackathonEntry,
];
