import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { DeveloperFigure } from '../providers/generated/operations.js';
import { CountLink, type ListOfFigure } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

type Campaign = AdoptionView['campaigns'][number];

const PART = 'campaigns';

const counted = (label: string, of: ListOfFigure, member: Counted, figure?: DeveloperFigure): Column<Campaign> => ({
  label,
  cell: (campaign) => (
    <CountLink of={of} part={PART} campaign={campaign} count={campaign[member]} {...(figure ? { figure } : {})} />
  ),
  numeric: true,
});
type Counted = 'developers' | 'newDevelopers' | 'newActivated' | 'accounts' | 'events';

const COLUMNS: Column<Campaign>[] = [
  { label: 'Campaign', cell: ({ campaignId }) => campaignId },
  { label: 'Source', cell: ({ source }) => source ?? 'unknown' },
  counted('Developers', 'developers', 'developers'),
  counted('New developers', 'developers', 'newDevelopers', DeveloperFigure.newDevelopers),
  counted('of them activated', 'developers', 'newActivated', DeveloperFigure.newActivated),
  counted('Accounts', 'accounts', 'accounts'),
  counted('Events', 'events', 'events'),
];

/** The developers that each campaign brought (their earliest event names it), and how many of them activated by the end of the window. */
export function CampaignTable(props: { campaigns: AdoptionView['campaigns']; aside?: ReactNode }) {
  const { campaigns, aside } = props;
  return (
    <Section title="Which campaigns bring developers?" part={PART} aside={aside}>
      {campaigns.length === 0 ? (
        <p>No event of this window names a campaign.</p>
      ) : (
        <Rows
          caption="Campaigns"
          rows={campaigns}
          keyOf={({ campaignId, source }) => `${campaignId} ${source}`}
          columns={COLUMNS}
        />
      )}
    </Section>
  );
}
