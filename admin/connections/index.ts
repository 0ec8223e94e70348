import ConnectionsIcon from '@mui/icons-material/LinkOutlined';
import type { Connection } from '../providers/data.usage.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { ConnectionList } from './ConnectionList.js';

/** A person's consents to share receipts, tool by tool. */
export const connections: ResourcePages = {
  name: 'connections',
  icon: ConnectionsIcon,
  list: ConnectionList,
  recordRepresentation: ({ tool }: Connection) => tool.name,
};
