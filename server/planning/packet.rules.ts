import { REACHES_PEOPLE, type ToolInStack, toolsOf } from './brief.rules.js';
import type { PacketAuthorization, PacketCheck } from './packet.types.js';
import type { StackRole } from './stack.types.js';
import { PLAIN_PACKAGE } from './tool.rules.js';
import { TRACKING_KEY_VARIABLE, type TrackingEndpoints } from './tracking-set-up.rules.js';

const INSTALLED: Record<string, [install: RegExp, list: (name: string) => string]> = {
  npm: [/^npm (?:install|i)(?: -\S+)* (\S+)$/, (name) => `npm ls ${name}`],
  pip: [/^pip3? install(?: -\S+)* (\S+)$/, (name) => `pip show ${name}`],
};

/** Ways to see that each part is in place, by commands that print no secret. */
export function checksFor(stack: readonly StackRole[], tracking: TrackingEndpoints): PacketCheck[] {
  return [
    ...toolsOf(stack).flatMap((one) => [...installCheck(one), ...environmentCheck(one), callCheck(one)]),
    {
      title: 'The tracking key is set',
      command: setCommand([TRACKING_KEY_VARIABLE]),
      expect: `set: ${TRACKING_KEY_VARIABLE}`,
    },
    {
      title: 'The event is valid',
      command: `curl -sS -X POST ${tracking.dryRunEndpoint} -H "Authorization: Bearer $${TRACKING_KEY_VARIABLE}" -H "Content-Type: application/json" --data @event.json`,
      expect: 'accepted: true, and the mapping that you mean; nothing is stored',
    },
    {
      title: 'The first event is stored',
      command: `curl -sS -G ${tracking.lookUpEndpoint} -H "Authorization: Bearer $${TRACKING_KEY_VARIABLE}" --data-urlencode "idempotencyKey=$EVENT_KEY"`,
      expect: 'the event with its eventId; a 404 says that it was not stored',
    },
  ];
}

function installCheck({ tool }: ToolInStack): PacketCheck[] {
  const [pattern, list] = INSTALLED[tool.install.kind ?? ''] ?? [];
  const name = pattern?.exec(tool.install.command ?? '')?.[1];
  if (!list || name === undefined || !PLAIN_PACKAGE.test(name)) return [];
  return [{ title: `${tool.name} is installed`, command: list(name), expect: `${name} with its version` }];
}

function environmentCheck({ tool }: ToolInStack): PacketCheck[] {
  if (tool.environment.length === 0) return [];
  return [
    {
      title: `${tool.name} is configured`,
      command: setCommand(tool.environment),
      expect: tool.environment.map((name) => `set: ${name}`).join(', '),
    },
  ];
}

/** Says which variables are set and never what they hold. */
const setCommand = (names: readonly string[]): string =>
  `for name in ${names.join(' ')}; do printenv "$name" >/dev/null && echo "set: $name"; done`;

const callCheck = ({ tool, capabilities }: ToolInStack): PacketCheck => ({
  title: `${tool.name} does its part`,
  command: null,
  expect: `one call for ${capabilities.join(', ')} succeeds with test credentials`,
});

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

/** Actions that the person must agree to one by one before an agent does them (specification §1, rule 6), with the tools that each concerns. */
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
