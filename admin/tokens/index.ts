import TokensIcon from '@mui/icons-material/VpnKeyOutlined';
import type { WorkflowToken } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { TokenList } from './TokenList.js';

/** A person's workflow tokens. */
export const tokens: ResourcePages = {
  name: 'tokens',
  icon: TokensIcon,
  list: TokenList,
  recordRepresentation: ({ name }: WorkflowToken) => name,
};
