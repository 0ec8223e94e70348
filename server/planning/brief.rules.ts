import type { DirectoryTool } from '../directory/index.js';
import type { PlanRisk } from './brief.types.js';
import type { StackGap, StackRole } from './stack.types.js';
import { pricingInWords } from './tool.rules.js';

/** A tool of a stack with everything that it is there for. */
export interface ToolInStack {
  readonly tool: DirectoryTool;
  readonly capabilities: readonly string[];
}

/** The tools of a stack, each once, in the order of their first part. */
export function toolsOf(stack: readonly StackRole[]): ToolInStack[] {
  const slugs = [...new Set(stack.map(({ tool }) => tool.slug))];
  return slugs.flatMap((slug) => {
    const roles = stack.filter(({ tool }) => tool.slug === slug);
    return roles[0] ? [{ tool: roles[0].tool, capabilities: roles.map(({ capability }) => capability) }] : [];
  });
}

/** Risks of a stack, out of the catalog's data alone: gaps, then each tool's own risks. */
export function risksOf(stack: readonly StackRole[], gaps: readonly StackGap[]): PlanRisk[] {
  return [
    ...gaps.map(({ capability, reason }) => ({ title: `No tool for ${capability}`, detail: reason, tool: null })),
    ...toolsOf(stack).flatMap((one) => [
      ...maturityRisk(one.tool),
      ...pricingRisk(one.tool),
      ...breadthRisk(one),
      ...docsRisk(one.tool),
    ]),
  ];
}

function maturityRisk({ maturity, name, slug }: DirectoryTool): PlanRisk[] {
  const texts: Record<string, [string, string]> = {
    deprecated: ['is deprecated', 'It will not be developed further: plan for another one, or take it knowingly.'],
    experimental: ['is experimental', 'Its interface may change or go away: keep it behind an interface of your own.'],
    beta: ['is in beta', 'Its interface may change: pin the version and read its changelog.'],
    unknown: ['has no known maturity', 'No source in the catalog says how mature it is: look at its releases first.'],
  };
  const found = texts[maturity];
  return found ? [{ title: `${name} ${found[0]}`, detail: found[1], tool: slug }] : [];
}

function pricingRisk({ name, pricing, slug }: DirectoryTool): PlanRisk[] {
  if (pricing.model === 'unknown')
    return [
      {
        title: `The price of ${name} is not known`,
        detail: 'The catalog has no source for its pricing: look it up before you depend on it.',
        tool: slug,
      },
    ];
  if (pricing.freeTier !== null || !['usage', 'subscription', 'enterprise'].includes(pricing.model)) return [];
  return [
    {
      title: `${name} may cost from the first use`,
      detail: `Its pricing is ${pricingInWords(pricing.model)} and no free tier is known: set a budget and an alert first.`,
      tool: slug,
    },
  ];
}

function breadthRisk({ tool, capabilities }: ToolInStack): PlanRisk[] {
  if (capabilities.length < 2) return [];
  return [
    {
      title: `${tool.name} carries several parts`,
      detail: `One vendor for ${capabilities.join(', ')}: an outage or a price change meets all of them at once.`,
      tool: tool.slug,
    },
  ];
}

function docsRisk({ docs, name, slug }: DirectoryTool): PlanRisk[] {
  if (docs.url !== null || docs.llmsTxt !== null || docs.openapi !== null) return [];
  return [
    { title: `No documentation of ${name} is known`, detail: 'The catalog has no address of its docs.', tool: slug },
  ];
}

/** Capabilities whose tools hold what people entrust to them: where it lies is a person's decision. */
const HOLDS_DATA: ReadonlySet<string> = new Set([
  'relational-database',
  'document-database',
  'key-value-store',
  'graph-database',
  'time-series-database',
  'vector-search',
  'data-warehouse',
  'file-storage',
  'authentication',
  'single-sign-on',
  'identity-verification',
  'customer-data',
  'product-analytics',
  'session-replay',
  'crm',
  'customer-support',
]);
/** Capabilities that take or move money, for which a company is liable. */
const MOVES_MONEY: ReadonlySet<string> = new Set([
  'payments',
  'subscriptions',
  'usage-billing',
  'merchant-of-record',
  'invoicing',
  'tax',
  'bank-accounts',
  'in-app-purchases',
]);
/** Capabilities that send something to people outside (specification §1, rule 6). */
export const REACHES_PEOPLE: ReadonlySet<string> = new Set([
  'email-sending',
  'email-marketing',
  'sms',
  'voice-calls',
  'voice-agents',
  'push-notifications',
  'notifications',
  'chat-bots',
]);

/** Decisions that a person must make before the plan is carried out. */
export function questionsFor(stack: readonly StackRole[], gaps: readonly StackGap[]): string[] {
  if (stack.length === 0 && gaps.length === 0) return [];
  const tools = toolsOf(stack);
  const priced = tools.filter(({ tool }) => !['free', 'open_source'].includes(tool.pricing.model));
  const unknown = priced.filter(({ tool }) => tool.pricing.model === 'unknown');
  const parts = (set: ReadonlySet<string>): string =>
    [...new Set(stack.map(({ capability }) => capability).filter((one) => set.has(one)))].join(', ');
  const names = (some: typeof tools): string => some.map(({ tool }) => tool.name).join(', ');
  const [data, money, people] = [parts(HOLDS_DATA), parts(MOVES_MONEY), parts(REACHES_PEOPLE)];
  return [
    ...(unknown.length ? [`What may it cost? The prices of ${names(unknown)} are not known here.`] : []),
    ...(priced.length > unknown.length ? ['What is the monthly budget, and who is told when it is reached?'] : []),
    ...(priced.length ? [`Who owns the accounts at ${names(priced)}, and accepts their terms?`] : []),
    ...(data ? [`In which country or region may data lie (${data})?`] : []),
    ...(money ? [`Which company takes the money and answers for its taxes (${money})?`] : []),
    ...(people ? [`Who may be written to or called, and who agrees to the first real message (${people})?`] : []),
    ...gaps.map(
      ({ capability }) => `What takes ${capability}, for which no tool was found: build it, or leave it out?`,
    ),
  ];
}
