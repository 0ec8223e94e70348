import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { CountLink } from '../adoption/figure.people.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { Spelled } from '../components/Spelled.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { REFUSALS } from '../events/refusal.labels.js';
import { instantsOf } from '../providers/data.adoption.js';
import { AccountFigure, type CompanyNewsFacts, DeveloperFigure } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

type Item = CompanyNewsFacts['items'][number];

const REFRESH_MS = 60_000;

/** At most three sentences about what changed since yesterday, each with a way to its evidence, and three lists of accounts. */
export function HomeNews({ productId }: { productId: string | null }) {
  const { organizationId } = useOrganization();
  const query = useGetOne<CompanyNewsFacts & { readonly id: string }>(
    'company-news',
    { id: organizationId, meta: { productId } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Section title="What changed since yesterday" part="news">
      <QueryState query={query} what="changes" rows={3}>
        {(news) => (
          <>
            {news.items.length === 0 ? (
              <Box>Nothing that stands out: no account activated, went quiet or grew, and no new refusal began.</Box>
            ) : (
              <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
                {news.items.map((item) => (
                  <li key={`${item.kind} ${item.accountDomain}`}>
                    <Sentence item={item} productId={productId} />
                  </li>
                ))}
              </Box>
            )}
            <Lists news={news} />
          </>
        )}
      </QueryState>
    </Section>
  );
}

function Lists({ news }: { news: CompanyNewsFacts }) {
  const { window, halves, week } = news;
  const lists = [
    [AccountFigure.wentQuiet, news.quiet, 'went quiet', window],
    [AccountFigure.grew, news.grew, 'grew', halves],
    [AccountFigure.accountsActivated, news.activated, 'activated this week', week],
  ] as const;
  return (
    <Box sx={{ color: 'var(--muted)', mt: 3, display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
      <span>Accounts:</span>
      {lists.map(([figure, count, label, { from, to }]) => (
        <span key={figure}>
          <CountLink of="accounts" part="news" figure={figure} days={[from, to]} count={count} /> {label}
        </span>
      ))}
    </Box>
  );
}

const counted = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'developer' : 'developers'}`;

function Sentence({ item, productId }: { item: Item; productId: string | null }): ReactNode {
  const { to } = useOrganization();
  const { kind, accountDomain, window, developers, campaign } = item;
  const days = [window.from, window.to] as const;
  const account = accountDomain && (
    <Link
      to={to(
        `/adoption/accounts/${encodeURIComponent(accountDomain)}?${new URLSearchParams({
          ...instantsOf(window),
          ...(productId ? { product: productId } : {}),
        })}`,
      )}
    >
      <Spelled text={accountDomain} />
    </Link>
  );
  switch (kind) {
    case 'refusals_began':
      return (
        <>
          Refusals with <code>{item.code}</code> began{' '}
          {item.at ? (
            <>
              <TimeAgo at={item.at} />
              {item.keyHint && (
                <>
                  {' '}
                  with the key <code>{item.keyHint}</code>
                </>
              )}
            </>
          ) : (
            'since yesterday'
          )}
          : {item.refused?.toLocaleString('en')} so far
          {item.code && item.code in REFUSALS && `, ${REFUSALS[item.code]}`}.{' '}
          <Link to={to(`/events?outcome=refused&code=${encodeURIComponent(item.code ?? '')}`)}>See them</Link>
        </>
      );
    case 'account_activated':
      return (
        <>
          {account} activated{' '}
          <CountLink
            of="developers"
            part="news"
            figure={DeveloperFigure.activated}
            account={accountDomain ?? undefined}
            days={days}
            count={developers}
          >
            {counted(developers ?? 0)}
          </CountLink>
          {campaign &&
            `, ${campaign.developers === developers ? '' : `${campaign.developers} of them `}from ${nameOf(campaign)}`}
          .
        </>
      );
    case 'account_quiet':
      return (
        <>
          {account} went quiet: its last event came on {item.lastDay}, after events on {item.activeDays} of{' '}
          {window.days - 7} days.
        </>
      );
    case 'account_grew':
      return (
        <>
          {account} grew from {item.before} to {counted(developers ?? 0)} within two weeks.
        </>
      );
    case 'developers_new':
      return (
        <>
          <CountLink of="developers" part="news" figure={DeveloperFigure.newDevelopers} days={days} count={developers}>
            {counted(developers ?? 0)}
          </CountLink>{' '}
          sent a first event.
        </>
      );
  }
}

const nameOf = ({ campaignId, source }: { campaignId: string; source: string | null }): string =>
  source ? `${campaignId} (${source})` : campaignId;
