import type { Proof, Tool } from '../tool.types.js';
import type { OfferFacts } from './offer-facts.types.js';

/** Evidence behind a tool: its public-source figures and its live offers, each with its label and day. */
export function proofOf({ measures }: Pick<Tool, 'measures'>, offers: readonly OfferFacts[]): Proof[] {
  const proofs: Proof[] = [];
  const newest = measures
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1);
  if (newest !== undefined)
    proofs.push({ signal: 'public_source', label: 'public-source', asOf: `${newest}T00:00:00.000Z` });
  const read = offers.flatMap(({ lastConfirmedAt, lastReadAt, label }) => {
    const at = lastConfirmedAt ?? lastReadAt;
    return at === null ? [] : [{ at: at.toISOString(), label }];
  });
  const last = read.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  if (last) proofs.push({ signal: 'offer', label: last.label, asOf: last.at });
  return proofs;
}

/** How well a tool is proven, for the order of an empty question: evidence first, then how much it is used in public. */
export function provenWeight(tool: Tool, proofs: readonly Proof[]): number {
  const signals = proofs.reduce((sum, { signal }) => sum + SIGNAL_WEIGHT[signal], 0);
  const used = Math.max(0, ...tool.measures.map(({ value }) => value));
  return signals + Math.log10(1 + used) / 10 + VERIFICATION_WEIGHT[tool.verification.level];
}

const SIGNAL_WEIGHT: Record<Proof['signal'], number> = {
  retained: 4,
  activation: 3,
  docs_mcp: 2,
  public_source: 1,
  offer: 0.5,
};
const VERIFICATION_WEIGHT: Record<Tool['verification']['level'], number> = {
  package: 0.3,
  domain: 0.2,
  listed: 0.1,
  none: 0,
};
