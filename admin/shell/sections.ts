import EventsIcon from '@mui/icons-material/BoltOutlined';
import StartIcon from '@mui/icons-material/ChecklistOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ProductsIcon from '@mui/icons-material/Inventory2Outlined';
import KeysIcon from '@mui/icons-material/KeyOutlined';
import TeamIcon from '@mui/icons-material/PeopleAltOutlined';
import type { Icon } from '../pieces/StateChip.js';

export interface NavigationEntry {
  readonly word: string;
  readonly path: string;
  readonly icon: Icon;
}

const COMPANY: readonly NavigationEntry[] = [
  { word: 'Home', path: '', icon: HomeIcon },
  { word: 'Get started', path: '/start', icon: StartIcon },
  { word: 'Events', path: '/events', icon: EventsIcon },
  { word: 'Keys', path: '/keys', icon: KeysIcon },
  { word: 'Products', path: '/products', icon: ProductsIcon },
  { word: 'Team', path: '/team', icon: TeamIcon },
];

/** The navigation of whoever looks: a company's in its context, a person's own elsewhere; nobody sees a closed room. */
export function navigationOf(organizationId: string | undefined): readonly NavigationEntry[] {
  if (!organizationId) return [{ word: 'Home', path: '/me', icon: HomeIcon }];
  return COMPANY.map((entry) => ({ ...entry, path: `/o/${organizationId}${entry.path}` }));
}
