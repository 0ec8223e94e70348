import { type ToolInStack, toolsOf } from '../briefs/index.js';
import { PLAIN_PACKAGE, type StackRole, TRACKING_KEY_VARIABLE, type TrackingEndpoints } from '../stacks/index.js';
import type { PacketCheck } from './packet.types.js';

const INSTALLED: Record<string, [install: RegExp, list: (name: string) => string]> = {
  npm: [/^npm (?:install|i)(?: -\S+)* (\S+)$/, (name) => `npm ls ${name}`],
  pip: [/^pip3? install(?: -\S+)* (\S+)$/, (name) => `pip show ${name}`],
};

/** How to see that each part is in place, with commands that print no secret. */
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
