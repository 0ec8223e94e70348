import { Fact, Facts } from '../components/Facts.js';
import type { PayloadReply } from './useDryRun.js';

type Part = readonly [label: string, value: string | null, note: string | null];

const FAMILY_SOURCES: Readonly<Record<string, string>> = { catalog: 'from the catalog', caller: 'as sent' };

function partsOf({
  event,
  developer,
  account,
  product,
  campaign,
  project,
  receipt,
  occurredAt,
}: PayloadReply['mapping']) {
  const parts: readonly Part[] = [
    ['Event', event.name, null],
    ['Family', event.family, FAMILY_SOURCES[event.familySource ?? ''] ?? null],
    ['Developer', developer.id, null],
    ['Account', account.domain, account.status],
    ['Product', product.id, product.status],
    ['Campaign', campaign.campaignId, campaign.status],
    ['Project', project.id, project.status],
    ['Receipt', receipt?.type ?? null, receipt?.contract ?? null],
    ['Happened', occurredAt, null],
  ];
  return parts.filter(([, value]) => value !== null);
}

/** The reading of a payload: each part with its meaning to us; absent parts are left out. */
export function MappingFacts({ mapping }: { mapping: PayloadReply['mapping'] }) {
  const parts = partsOf(mapping);
  if (parts.length === 0) return <p>Nothing of it could be read as an event.</p>;
  return (
    <Facts>
      {parts.map(([label, value, note]) => (
        <Fact key={label} label={label}>
          <code>{value}</code>
          {note && ` ${note.replaceAll('_', ' ')}`}
        </Fact>
      ))}
    </Facts>
  );
}
