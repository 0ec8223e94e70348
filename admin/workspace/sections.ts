import ReportsIcon from '@mui/icons-material/AssessmentOutlined';
import ClaimsIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import SkillsIcon from '@mui/icons-material/AutoStoriesOutlined';
import EventsIcon from '@mui/icons-material/BoltOutlined';
import StartIcon from '@mui/icons-material/ChecklistOutlined';
import WorkbenchIcon from '@mui/icons-material/ConstructionOutlined';
import ProjectsIcon from '@mui/icons-material/FolderOpenOutlined';
import AuditIcon from '@mui/icons-material/HistoryOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import QueueIcon from '@mui/icons-material/InboxOutlined';
import UsageIcon from '@mui/icons-material/InsightsOutlined';
import ProductsIcon from '@mui/icons-material/Inventory2Outlined';
import ConnectionsIcon from '@mui/icons-material/LinkOutlined';
import OffersIcon from '@mui/icons-material/LocalOfferOutlined';
import SignInIcon from '@mui/icons-material/LoginOutlined';
import CatalogIcon from '@mui/icons-material/MenuBookOutlined';
import SpendingIcon from '@mui/icons-material/PaymentsOutlined';
import FiguresIcon from '@mui/icons-material/RuleOutlined';
import GapsIcon from '@mui/icons-material/SearchOffOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import DirectoryIcon from '@mui/icons-material/TravelExploreOutlined';
import AdoptionIcon from '@mui/icons-material/TrendingUpOutlined';
import ImportsIcon from '@mui/icons-material/UploadFileOutlined';
import TokensIcon from '@mui/icons-material/VpnKeyOutlined';
import type { Icon } from '../components/StateChip.js';

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  /** Other addresses of the section: pages that are reached from it and have none of their own here. */
  readonly also?: readonly string[];
  readonly icon: Icon;
}

/** Public, and so a part of every navigation. */
const PUBLIC: readonly NavigationEntry[] = [{ label: 'Directory', path: '/directory', icon: DirectoryIcon }];

const OFFERS: NavigationEntry = { label: 'Offers', path: '/offers', icon: OffersIcon };

const VISITOR: readonly NavigationEntry[] = [OFFERS, { label: 'Sign in', path: '/login', icon: SignInIcon }];

const OWN: readonly NavigationEntry[] = [
  { label: 'Home', path: '/me', icon: HomeIcon },
  { label: 'Workbench', path: '/workbench', icon: WorkbenchIcon },
  { label: 'Projects', path: '/me/projects', icon: ProjectsIcon },
  { label: 'Skills', path: '/me/skills', icon: SkillsIcon },
  OFFERS,
  { label: 'My claims', path: '/me/claims', icon: ClaimsIcon },
  { label: 'Connections', path: '/me/connections', icon: ConnectionsIcon },
  { label: 'Usage', path: '/me/usage-receipts', icon: UsageIcon },
  { label: 'Spending', path: '/me/spending', icon: SpendingIcon },
  { label: 'Tokens', path: '/me/tokens', icon: TokensIcon },
];

const COMPANY: readonly NavigationEntry[] = [
  { label: 'Home', path: '', icon: HomeIcon },
  { label: 'Get started', path: '/start', icon: StartIcon },
  { label: 'Events', path: '/events', also: ['/dry-run', '/event-export'], icon: EventsIcon },
  { label: 'Adoption', path: '/adoption', also: ['/link-opens', '/reconciliation'], icon: AdoptionIcon },
  { label: 'Reports', path: '/reports', icon: ReportsIcon },
  { label: 'Offers and claims', path: '/offer-claims', also: ['/offers'], icon: ClaimsIcon },
  { label: 'Imports', path: '/csv-imports', icon: ImportsIcon },
  { label: 'Products', path: '/products', icon: ProductsIcon },
  { label: 'Settings', path: '/settings', icon: SettingsIcon },
];

/** The page where reviewers find what waits for them; the navigation counts it. */
export const QUEUE = '/review/intake-submissions';

const REVIEWER: readonly NavigationEntry[] = [
  { label: 'Queue', path: QUEUE, icon: QueueIcon },
  { label: 'Catalog', path: '/review/catalog-tools', icon: CatalogIcon },
  { label: 'Offers', path: '/review/catalog-offers', icon: OffersIcon },
  { label: 'Imports', path: '/review/catalog-imports', icon: ImportsIcon },
  { label: 'Figures', path: '/review/held-measures', icon: FiguresIcon },
  { label: 'Gaps', path: '/review/directory-gaps', icon: GapsIcon },
  { label: 'Audit', path: '/review/audit-entries', icon: AuditIcon },
];

/** The navigation of the user: a visitor's, a reviewer's or a company's in its context, a person's own elsewhere; sections without access are left out. */
export function navigationOf(
  signedIn: boolean,
  organizationId: string | undefined,
  reviewing: boolean,
): readonly NavigationEntry[] {
  if (!signedIn) return [...PUBLIC, ...VISITOR];
  if (reviewing) return [...REVIEWER, ...PUBLIC];
  const entries = organizationId
    ? COMPANY.map(({ path, also = [], ...entry }) => ({
        ...entry,
        path: `/o/${organizationId}${path}`,
        also: also.map((one) => `/o/${organizationId}${one}`),
      }))
    : OWN;
  return [...entries, ...PUBLIC];
}
