import type { EventFamily } from './event.types.js';
import { catalogEntry } from './event-catalog.rules.js';

/** The seven areas of event coverage (spec §6), with what to instrument while an area is silent. */
export const coverageAreas = [
  {
    area: 'product_usage',
    title: 'Product usage',
    next: 'Send FIRST_API_CALL from the server that answers a developer’s first request, then an event per completed workflow.',
  },
  {
    area: 'docs_usage',
    title: 'Docs usage',
    next: 'Send DOCS_MCP_CONNECTED when a developer connects your docs MCP server, or an intent event such as DOCS_OPENED.',
  },
  {
    area: 'credit_perk_claims',
    title: 'Credit and perk claims',
    next: 'Send a commercial event such as CREDIT_CLAIMED when a credit is granted, with the campaign in context.attribution.',
  },
  {
    area: 'repo_build_signals',
    title: 'Repository and build signals',
    next: 'Send a custom event such as BUILD_SUCCEEDED when a project that uses the product builds.',
  },
  {
    area: 'submission_milestones',
    title: 'Submission milestones',
    next: 'Send a custom event such as PROJECT_SUBMITTED when a hackathon or partner submission reaches a milestone.',
  },
  {
    area: 'retention_checks',
    title: 'Retention checks',
    next: 'Send RETURNED_AFTER_7_DAYS with the occurredAt of the return, at least seven days after the activation.',
  },
  {
    area: 'account_intent_updates',
    title: 'Account-intent updates',
    next: 'Send ENTERPRISE_USAGE_THRESHOLD_REACHED with account_domain when a customer account crosses a threshold.',
  },
] as const;
export type CoverageArea = (typeof coverageAreas)[number]['area'];

/** Words of a custom name that decide which area it belongs to; the first word of the name that is listed decides. */
const wordsOfArea: readonly (readonly [CoverageArea, string])[] = [
  ['docs_usage', 'DOC DOCS DOCUMENTATION GUIDE TUTORIAL'],
  ['credit_perk_claims', 'CREDIT CREDITS PERK PERKS COUPON CLAIMED REDEEMED'],
  ['repo_build_signals', 'REPO REPOSITORY BUILD COMMIT DEPLOY DEPLOYED DEPLOYMENT'],
  ['submission_milestones', 'SUBMISSION SUBMITTED HACKATHON MILESTONE'],
  ['retention_checks', 'RETURNED RETAINED'],
  ['account_intent_updates', 'ACCOUNT OPPORTUNITY PIPELINE'],
];
const areaOfWord = new Map(
  wordsOfArea.flatMap(([area, words]) => words.split(' ').map((word) => [word, area] as const)),
);

const areaOfFamily: Record<EventFamily, CoverageArea> = {
  intent: 'account_intent_updates',
  evaluation: 'product_usage',
  activation: 'product_usage',
  retention: 'retention_checks',
  expansion: 'account_intent_updates',
  commercial: 'credit_perk_claims',
};

/** The coverage area of any event: the catalog's, else by a word of the custom name, else by its family (decisions §4, event coverage). */
export function areaOf(eventName: string, family: EventFamily | null): CoverageArea {
  const named = catalogEntry(eventName);
  if (named) return named.area;
  for (const word of eventName.toUpperCase().split(/[_.:-]+/)) {
    const area = areaOfWord.get(word);
    if (area) return area;
  }
  return family === null ? 'product_usage' : areaOfFamily[family];
}
