import AccountsIcon from '@mui/icons-material/ApartmentOutlined';
import DevelopersIcon from '@mui/icons-material/PeopleAltOutlined';
import type { ActiveAccount, ActiveDeveloper } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { AccountShow } from './AccountShow.js';
import { AccountList, DeveloperList } from './AdoptionLists.js';
import { DeveloperShow } from './DeveloperShow.js';

export { AdoptionPage } from './AdoptionPage.js';

/** Accounts with events in a window. */
export const adoptionAccounts: ResourcePages = {
  name: 'adoption-accounts',
  icon: AccountsIcon,
  list: AccountList,
  show: AccountShow,
  recordRepresentation: ({ accountDomain }: ActiveAccount) => accountDomain,
};

/** Developers with events in a window. */
export const adoptionDevelopers: ResourcePages = {
  name: 'adoption-developers',
  icon: DevelopersIcon,
  list: DeveloperList,
  show: DeveloperShow,
  recordRepresentation: ({ developerId }: ActiveDeveloper) => developerId,
};
