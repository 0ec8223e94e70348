import type { StackGap, StackRole } from '../stacks/index.js';
import { toolsOf } from './brief-tools.rules.js';

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

/** What a person must decide before the plan is carried out. */
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
