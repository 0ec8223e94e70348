import type { FoundTool } from '../../providers/generated/operations.js';
import { humanize } from '../texts.js';
import { EvidenceChip } from './Chip.js';
import { Statement } from './Statement.js';

const CAPABILITIES_SHOWN = 4;

/** One tool with the reasons to open it: what it does, what it costs, what proves it, and why it stands here. */
export function ToolRow({ tool, ranked }: { tool: FoundTool; ranked: boolean }) {
  const { slug, name, summary, capabilities, pricing, proof, offers, rank, maturity, sponsored, source } = tool;
  const labels = [...new Set(proof.map(({ label }) => label))];
  const shown = capabilities.slice(0, CAPABILITIES_SHOWN).map(humanize);
  const hidden = capabilities.length - shown.length;
  return (
    <li className="row">
      <div className="what">
        <h3>
          {ranked && <span className="rank">{rank.position}</span>}
          <a className="whole" href={`/tools/${slug}`}>
            <bdi>{name}</bdi>
          </a>
          {sponsored && <span className="muted"> sponsored</span>}
        </h3>
        <p dir="auto">{summary}</p>
        {shown.length > 0 && (
          <p className="muted small">
            {shown.join(' · ')}
            {hidden > 0 && ` · ${hidden} more`}
          </p>
        )}
      </div>
      <div className="why">
        {pricing.model !== 'unknown' && (
          <p>
            {humanize(pricing.model)}
            {pricing.freeTier && ', free tier'}
          </p>
        )}
        {labels.map((label) => (
          <p key={label}>
            <EvidenceChip label={label} />{' '}
            {proof
              .filter((one) => one.label === label)
              .map(({ signal }) => humanize(signal))
              .join(', ')}
          </p>
        ))}
        {labels.length === 0 && <p className="muted">no evidence yet</p>}
        {source && (
          <p className="muted small">
            <Statement approvedOn={source.approvedOn} />
          </p>
        )}
        {offers.length > 0 && !proof.some(({ signal }) => signal === 'offer') && (
          <p>{offers.length === 1 ? '1 offer' : `${offers.length} offers`}</p>
        )}
        {maturity === 'deprecated' && <p>deprecated</p>}
        {ranked && rank.reasons.length > 0 && <p className="muted small">{rank.reasons.join(' · ')}</p>}
      </div>
    </li>
  );
}
