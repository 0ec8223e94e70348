import ClaimsIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import type { Claim } from '../providers/generated/operations.js';
import type { ResourcePages } from '../shell/Resource.js';
import { ClaimList } from './ClaimList.js';

/** The claims of a person on offers. */
export const claims: ResourcePages = {
  name: 'claims',
  icon: ClaimsIcon,
  list: ClaimList,
  panel: true,
  recordRepresentation: ({ offer }: Claim) => offer.title,
};
