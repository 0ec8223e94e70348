import { ReasonedDecision } from '../components/ReasonedDecision.js';
import { useDai } from '../providers/data.js';
import type { CatalogRecord } from '../providers/generated/operations.js';

const OUT = {
  label: 'Remove from the directory',
  actionLabel: 'Remove',
  done: 'The tool is removed from the directory.',
  consequences: [
    'The tool is hidden from the directory, from searches and from the MCP registry.',
    'Nothing is deleted: its links, its offers and what was counted stay.',
    'You can restore it.',
  ],
};
const BACK = {
  label: 'Restore to the directory',
  actionLabel: 'Restore',
  done: 'The tool is in the directory again.',
  consequences: ['The tool is shown again, with the facts above.'],
};

/** Lists a tool or takes it out; the reason goes into the audit log. */
export function ListingDecision({ tool, onReload }: { tool: CatalogRecord; onReload: () => void }) {
  const { setToolListed } = useDai();
  const { slug, name, listed, revision } = tool;
  const decision = listed ? OUT : BACK;
  return (
    <ReasonedDecision
      {...decision}
      title={`${decision.label}: ${name}`}
      grave={listed}
      revision={revision}
      onReload={onReload}
      decide={(reason) => setToolListed({ slug, revision, listed: !listed, reason })}
      touches={['catalog-tools', 'directory']}
    />
  );
}
