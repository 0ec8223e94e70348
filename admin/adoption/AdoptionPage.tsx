import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Chart } from '../components/Chart.js';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAnchor } from '../components/useAnchor.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import { useOrganization } from '../workspace/organization.js';
import { AdoptionControls } from './AdoptionControls.js';
import { AdoptionLinks } from './AdoptionLinks.js';
import { CampaignTable } from './CampaignTable.js';
import { Comparison } from './Comparison.js';
import { CoverageTable } from './CoverageTable.js';
import { FunnelTable } from './FunnelTable.js';
import { FigurePeople, useListBehind, useWayBack } from './figure.people.js';
import { Lifecycle } from './Lifecycle.js';
import { OrderedFunnel } from './OrderedFunnel.js';
import { RetentionTable } from './RetentionTable.js';
import { SourceFacts } from './SourceFacts.js';
import { ToolCallTable } from './ToolCallTable.js';
import { TotalFigures } from './TotalFigures.js';
import { type AdoptionChoice, type AdoptionView, useAdoption, useAdoptionQuestion } from './useAdoption.js';
import { useAnswerText } from './useAnswerText.js';

/** The users of the company's products, those who activated and those who came back: its own numbers, exact and not suppressed. */
export function AdoptionPage() {
  const { organization } = useOrganization();
  const { address, ...choice } = useAdoptionQuestion();
  const { question } = choice;
  const view = useAdoption(question, address.isCertain);
  const news = useAnswerText(question, view);
  useAnchor(view.data !== undefined);
  return (
    <Page title="Adoption" where={organization.name} action={<AdoptionLinks {...choice} />}>
      <UnreadFilters {...address} />
      <AdoptionControls {...choice} />
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <QueryState query={view} what="adoption" rows={12}>
        {(found) => (
          <Box aria-busy={view.isPlaceholderData} sx={{ opacity: view.isPlaceholderData ? 0.6 : 1 }}>
            <FigurePeople
              scope={{
                ...found.window,
                productId: question.productId ?? null,
                family: question.family ?? null,
                counted: found.label,
                page: 'Adoption',
              }}
            >
              <Sections view={found} choice={choice} against={address.filters.against ?? null} />
            </FigurePeople>
          </Box>
        )}
      </QueryState>
    </Page>
  );
}

/** The notices that no figure shows: a share says under it why it is unknown. */
const noticesOf = ({ notices, nulls }: AdoptionView): string[] =>
  notices.filter((notice) => !nulls.some(({ pointer }) => notice.startsWith(`${pointer} `)));

interface SectionsProps {
  readonly view: AdoptionView;
  readonly choice: AdoptionChoice;
  /** First day of the window that it is compared with. */
  readonly against: string | null;
}

function Sections({ view, choice, against }: SectionsProps) {
  const { to } = useOrganization();
  const { label, window, days, asOf } = view;
  const source = (
    <>
      events of your own servers, counted up to <TimeAgo at={asOf} />
    </>
  );
  const places = days.map(({ day }) => day);
  const listBehind = useListBehind();
  const state = useWayBack('days');
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4, color: 'var(--muted)' }}>
        <EvidenceChip label={label} />
        <span>
          {window.from} to {window.to} (UTC), {window.days} days
        </span>
        <span>{source}</span>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
        {noticesOf(view).map((notice) => (
          <Notice key={notice} tone="info">
            {notice}
          </Notice>
        ))}
      </Box>
      {label === 'missing' ? (
        <Box sx={{ mb: 8 }}>
          <Empty
            action={
              <Button component={Link} to={to('/start')} variant="contained">
                Get started
              </Button>
            }
          >
            No event of your servers counts in this window. Adoption shows here some seconds after the first one.
          </Empty>
        </Box>
      ) : (
        <>
          <TotalFigures view={view} />
          <Chart
            title="How many developers and accounts are active?"
            part="days"
            lead={{
              to: (day, at) => (days[at]?.developers ? (listBehind?.('developers', { day }) ?? null) : null),
              state,
            }}
            kind="lines"
            axis="Day (UTC)"
            places={places}
            unit="developers, accounts"
            series={[
              { label: 'Developers', values: days.map(({ developers }) => developers) },
              { label: 'Accounts', values: days.map(({ accounts }) => accounts) },
            ]}
            label={label}
            window={window}
            source={source}
          />
          <Comparison choice={choice} view={view} against={against} />
          <OrderedFunnel campaigns={view.campaigns} />
          <Lifecycle />
          <FunnelTable funnel={view.funnel} />
          <RetentionTable view={view} />
          <CampaignTable campaigns={view.campaigns} />
          <ToolCallTable toolCalls={view.toolCalls} />
        </>
      )}
      <CoverageTable chosen={choice.question.productId} />
      <SourceFacts view={view} />
    </>
  );
}
