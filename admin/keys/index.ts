import KeysIcon from '@mui/icons-material/KeyOutlined';
import type { TrackingKey } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { KeyList } from './KeyList.js';

/** The keys with which a company's servers send events. */
export const trackingKeys: ResourcePages = {
  name: 'tracking-keys',
  icon: KeysIcon,
  list: KeyList,
  recordRepresentation: ({ name }: TrackingKey) => name,
};
