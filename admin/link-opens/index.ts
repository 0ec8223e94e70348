import LinkOpensIcon from '@mui/icons-material/AdsClickOutlined';
import type { LinkOpens } from '../providers/data.reports.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { LinkOpensList } from './LinkOpensList.js';

/** How often the tracked links of a company's tools and offers were opened. */
export const linkOpens: ResourcePages = {
  name: 'link-opens',
  icon: LinkOpensIcon,
  list: LinkOpensList,
  recordRepresentation: ({ slug, kind }: LinkOpens) => `${slug}, ${kind}`,
};
