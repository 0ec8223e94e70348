import { REACHES_PEOPLE, toolsOf } from '../briefs/index.js';
import type { StackRole } from '../stacks/index.js';
import type { PacketAuthorization } from './packet.types.js';

/** Capabilities that put something before the public. */
const PUBLISHES: ReadonlySet<string> = new Set([
  'web-hosting',
  'static-hosting',
  'container-hosting',
  'serverless-functions',
  'edge-functions',
  'cdn',
  'mobile-deployment',
  'release-management',
  'documentation-site',
  'blog',
  'cms',
  'ecommerce',
]);

/** What the person must agree to, action by action, before an agent does it (specification §1, rule 6), with the tools that it concerns. */
export function authorizationsFor(stack: readonly StackRole[]): PacketAuthorization[] {
  const tools = toolsOf(stack);
  const hosted = tools.filter(({ tool }) => tool.pricing.model !== 'open_source').map(({ tool }) => tool.slug);
  const paid = tools
    .filter(({ tool }) => !['free', 'open_source'].includes(tool.pricing.model))
    .map(({ tool }) => tool.slug);
  const having = (set: ReadonlySet<string>): string[] =>
    tools.filter(({ capabilities }) => capabilities.some((one) => set.has(one))).map(({ tool }) => tool.slug);
  return [
    {
      action: 'provider_account_creation',
      detail: 'Signing up at a provider, or connecting an account that exists.',
      tools: hosted,
    },
    { action: 'paid_usage', detail: 'Anything that may cost: plans, metered calls, adding a card.', tools: paid },
    { action: 'legal_acceptance', detail: 'Accepting terms, licences or data processing agreements.', tools: hosted },
    {
      action: 'external_messages',
      detail: 'The first message to anyone outside: mail, text, call, push or chat; use test addresses until then.',
      tools: having(REACHES_PEOPLE),
    },
    {
      action: 'public_publication',
      detail: 'Making anything public: a deployment, a package, a page, a repository, a project.',
      tools: having(PUBLISHES),
    },
  ];
}
