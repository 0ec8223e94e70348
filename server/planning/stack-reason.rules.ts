import { type OfferFacts, type Proof, statedSource, type Tool, weeklyUse, weekOf } from '../directory/index.js';
import { isAsWished, type Surroundings, speaks } from './stack-quality.rules.js';
import { pricingInWords } from './tool.rules.js';

/** The one who asked for a tool by name: the intent, or the caller's list of preferences. */
export type RequestedBy = 'named' | 'preferred';

const ASKED: Record<RequestedBy, string> = { named: 'you named it', preferred: 'you prefer it' };
const SIGNALS: Partial<Record<Proof['signal'], string>> = {
  retained: 'developers stayed with it',
  activation: 'developers got it working',
  docs_mcp: 'its docs are used over MCP',
};
const OFFERS_SHOWN = 2;

/** Facts from which the reasons are taken. */
export interface Evidence extends Surroundings {
  readonly proofs: readonly Proof[];
  readonly offers: readonly OfferFacts[];
}

/** Why a tool was chosen for a capability, out of the catalog's data alone; figures come with their label and day. */
export function reasonsFor(
  tool: Tool,
  capability: string,
  requested: RequestedBy | null,
  evidence: Evidence,
): string[] {
  const wished = evidence.wishes.filter((wish) => isAsWished(tool, wish)).map(({ title }) => title);
  return [
    ...(requested ? [ASKED[requested]] : []),
    purposeOf(tool, capability),
    ...wished.map((title) => `${title}, as you asked`),
    ...figuresOf(tool),
    ...evidence.proofs.flatMap(({ signal, label, asOf }) =>
      SIGNALS[signal] ? [`${SIGNALS[signal]} (${label}, ${asOf.slice(0, 10)})`] : [],
    ),
    ...evidence.offers.slice(0, OFFERS_SHOWN).map(offerReason),
    ...(speaks(tool, evidence.ecosystem) ? [`has a package for ${[...evidence.ecosystem].join(', ')}`] : []),
    ...factsOf(tool).filter((fact) => !wished.includes(fact)),
  ];
}

/** The strongest facts of an alternative, in one line. */
export function reasonForAlternative(tool: Tool, capability: string): string {
  return [purposeOf(tool, capability), ...figuresOf(tool), ...factsOf(tool)].slice(0, 3).join('; ');
}

function purposeOf({ capabilities }: Tool, capability: string): string {
  const [first] = capabilities;
  const title = inWords(capability);
  return first === capability ? `${title} is its main purpose` : `offers ${title} beside ${inWords(first ?? '')}`;
}

const inWords = (capability: string): string => capability.replaceAll('-', ' ');

/** The figure of the most downloads, or else the main one; the others are in the tool's own `measures`. */
function figuresOf({ measures }: Tool): string[] {
  const used = weeklyUse(measures);
  const most = measures.find((one) => used > 0 && weekOf(one) === used) ?? measures[0];
  if (!most) return [];
  const { kind, subject, value, label, asOf } = most;
  return [
    `${value.toLocaleString('en-US')} ${kind.replaceAll(/[-_]/g, ' ')} of ${subjectOf(kind, subject)} (${label}, ${asOf})`,
  ];
}

/** `npm weekly downloads of stripe`: the figure names the registry already. */
const subjectOf = (kind: string, subject: string): string => {
  const [registry = ''] = subject.split(':', 1);
  return kind.startsWith(registry) ? subject.slice(registry.length + 1) || subject : subject;
};

function offerReason({ title, label, lastConfirmedAt, lastReadAt, statements }: OfferFacts): string {
  const stated = statedSource(statements);
  if (stated) return `live offer: ${title} (vendor statement, approved ${stated.approvedOn})`;
  const at = lastConfirmedAt ?? lastReadAt;
  const seen = at === null ? '' : `, ${lastConfirmedAt ? 'confirmed' : 'read'} ${at.toISOString().slice(0, 10)}`;
  return `live offer: ${title} (${label}${seen})`;
}

function factsOf({ docs, interfaces, maturity, pricing }: Tool): string[] {
  const readable = [
    ...(interfaces.includes('mcp') ? ['speaks MCP'] : []),
    ...(docs.llmsTxt ? ['has an llms.txt'] : []),
    ...(docs.openapi ? ['publishes an OpenAPI description'] : []),
    ...(docs.url && !docs.llmsTxt && !docs.openapi ? ['has documentation'] : []),
  ];
  return [...pricingFact(pricing), ...readable, ...(maturity === 'stable' ? ['stable'] : [])];
}

function pricingFact({ model, freeTier }: Tool['pricing']): string[] {
  if (freeTier !== null) return [`free tier: ${freeTier}`];
  if (model === 'unknown') return [];
  return [model === 'open_source' ? pricingInWords(model) : `pricing: ${pricingInWords(model)}`];
}
