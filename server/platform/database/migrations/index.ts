import { M0001SignIn } from './m0001.sign-in.js';
import { M0002Platform } from './m0002.platform.js';
import { M0003Accounts } from './m0003.accounts.js';
import { M0004Tracking } from './m0004.tracking.js';
import { M0005DomainChallenge } from './m0005.domain-challenge.js';
import { M0006CsvImport } from './m0006.csv-import.js';
import { M0007Directory } from './m0007.directory.js';
import { M0008Offers } from './m0008.offers.js';
import { M0009Planning } from './m0009.planning.js';
import { M0010Workflow } from './m0010.workflow.js';
import { M0011ProjectEvidence } from './m0011.project-evidence.js';
import { M0012Usage } from './m0012.usage.js';
import { M0013Invitations } from './m0013.invitations.js';
import { M0014AuditChains } from './m0014.audit-chains.js';
import { M0015ApprovedDomain } from './m0015.approved-domain.js';
import { M0016AdoptionRollups } from './m0016.adoption-rollups.js';
import { M0017AdoptionSnapshots } from './m0017.adoption-snapshots.js';
import { M0018ToolLicence } from './m0018.tool-licence.js';
import { M0019AdoptionCompany } from './m0019.adoption-company.js';
import { M0020Intake } from './m0020.intake.js';
import { M0021TrackingPlan } from './m0021.tracking-plan.js';
import { M0022ReceivedCounts } from './m0022.received-counts.js';

/** In the order in which they run; a name never changes once it has run anywhere. */
export const migrations = [
  { name: '0001-sign-in', class: M0001SignIn },
  { name: '0002-platform', class: M0002Platform },
  { name: '0003-accounts', class: M0003Accounts },
  { name: '0004-tracking', class: M0004Tracking },
  { name: '0005-domain-challenge', class: M0005DomainChallenge },
  { name: '0006-csv-import', class: M0006CsvImport },
  { name: '0007-directory', class: M0007Directory },
  { name: '0008-offers', class: M0008Offers },
  { name: '0009-planning', class: M0009Planning },
  { name: '0010-workflow', class: M0010Workflow },
  { name: '0011-project-evidence', class: M0011ProjectEvidence },
  { name: '0012-usage', class: M0012Usage },
  { name: '0013-invitations', class: M0013Invitations },
  { name: '0014-audit-chains', class: M0014AuditChains },
  { name: '0015-approved-domain', class: M0015ApprovedDomain },
  { name: '0016-adoption-rollups', class: M0016AdoptionRollups },
  { name: '0017-adoption-snapshots', class: M0017AdoptionSnapshots },
  { name: '0018-tool-licence', class: M0018ToolLicence },
  { name: '0019-adoption-company', class: M0019AdoptionCompany },
  { name: '0020-intake', class: M0020Intake },
  { name: '0021-tracking-plan', class: M0021TrackingPlan },
  { name: '0022-received-counts', class: M0022ReceivedCounts },
];
