import { Page } from '../components/Page.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useOrganization } from '../shell/organization.js';
import { EventList } from './EventList.js';
import { VerdictList } from './VerdictList.js';

/** What comes in: the service's answers as they happen, and under them what is stored. */
export function EventsPage() {
  const { organization } = useOrganization();
  return (
    <Page
      title="Events"
      where={organization.name}
      summary="Every answer of the last days, refused ones too. Only “tracked” and “duplicate” mean that an event is stored."
    >
      <ProductFilter />
      <VerdictList />
      <EventList />
    </Page>
  );
}
