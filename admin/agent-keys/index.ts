import AgentKeysIcon from '@mui/icons-material/SmartToyOutlined';
import type { AgentKey } from '../providers/data.enterprise.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { AgentKeyList } from './AgentKeyList.js';

/** The keys with which a company's own agents read. */
export const agentKeys: ResourcePages = {
  name: 'agent-keys',
  icon: AgentKeysIcon,
  list: AgentKeyList,
  recordRepresentation: ({ name }: AgentKey) => name,
};
