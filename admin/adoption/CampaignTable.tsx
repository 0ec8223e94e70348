import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { AdoptionView } from './useAdoption.js';

type Campaign = AdoptionView['campaigns'][number];

const COLUMNS: Column<Campaign>[] = [
  { label: 'Campaign', cell: ({ campaignId }) => campaignId },
  { label: 'Source', cell: ({ source }) => source ?? 'unknown' },
  { label: 'Developers', cell: ({ developers }) => developers.toLocaleString('en'), numeric: true },
  { label: 'New developers', cell: ({ newDevelopers }) => newDevelopers.toLocaleString('en'), numeric: true },
  { label: 'of them activated', cell: ({ newActivated }) => newActivated.toLocaleString('en'), numeric: true },
  { label: 'Accounts', cell: ({ accounts }) => accounts.toLocaleString('en'), numeric: true },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];

/** The developers that each campaign brought (their earliest event names it), and how many of them activated by the end of the window. */
export function CampaignTable(props: { campaigns: AdoptionView['campaigns']; aside?: ReactNode }) {
  const { campaigns, aside } = props;
  return (
    <Section title="Which campaigns bring developers?" aside={aside}>
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
