export {
  type Challenge,
  type CodeVerdict,
  clearApp,
  codeFault,
  confirmFactor,
  deleteFactor,
  endChallenges,
  ensureTries,
  findChallenge,
  noteProof,
  offerFactor,
  openFactorSecrets,
  readFactor,
  renewRecovery,
  storeChallenge,
  switchFactor,
  takeChallenge,
  useCode,
} from './factor.query.js';
export { enrolmentUri } from './factor.rules.js';
export {
  type Enrolment,
  findPolicy,
  type Requirement,
  readDues,
  readEnrolments,
  readRequirements,
} from './policy.query.js';
