import { weeklyUse } from '../measure.rules.js';
import type { Proof, Tool } from '../tool.types.js';
import type { OfferFacts } from './offer-facts.types.js';

/** The published adoption proof of every tool; the same snapshot is the same object. */
export interface AdoptionProofs {
  /** The snapshot that it is of, part of what decides an answer; null before the first one. */
  readonly id: string | null;
  ofTool(toolId: string): readonly Proof[];
}

/** The question which tools have published adoption; the domain above answers it from published numbers alone (decisions §5). */
export type ReadAdoptionProofs = () => Promise<AdoptionProofs>;

/** Evidence behind a tool: its published adoption, its public-source figures and its live offers, each with its label and day. */
export function proofOf(
  { measures }: Pick<Tool, 'measures'>,
  offers: readonly OfferFacts[],
  adoption: readonly Proof[],
): Proof[] {
  const proofs = [...adoption];
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

/**
 * How well a tool is proven, for the order of an empty question: evidence first, then how many public sources count it and how much it is used.
 * Sample data proves nothing, and an offer is no evidence of use.
 */
export function provenWeight(tool: Tool, proofs: readonly Proof[]): number {
  const signals = proofs.reduce((sum, { signal, label }) => sum + (label === 'sample' ? 0 : SIGNAL_WEIGHT[signal]), 0);
  const used = weeklyUse(tool.measures);
  const sources = new Set(tool.measures.map(({ subject }) => subject.split(':', 1)[0])).size;
  return signals + PER_SOURCE * sources + Math.log10(1 + used) / 10 + VERIFICATION_WEIGHT[tool.verification.level];
}

const SIGNAL_WEIGHT: Record<Proof['signal'], number> = {
  retained: 4,
  activation: 3,
  docs_mcp: 2,
  public_source: 1,
  offer: 0,
};
/** Each registry that counts a tool: independent sources prove more than one. */
const PER_SOURCE = 0.25;
const VERIFICATION_WEIGHT: Record<Tool['verification']['level'], number> = {
  package: 0.3,
  domain: 0.2,
  listed: 0.1,
  none: 0,
};
