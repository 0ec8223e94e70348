import type { DirectoryTool } from '../directory/index.js';
import { toolsOf } from './brief.rules.js';
import type { PlanStep } from './brief.types.js';
import type { StackRole } from './stack.types.js';
import { pricingInWords } from './tool.rules.js';
import { TRACKING_KEY_VARIABLE, type TrackingEndpoints } from './tracking-set-up.rules.js';

type Unordered = Omit<PlanStep, 'order'>;

/** The work in its order, out of the tools' own facts: accounts, installation, configuration, reading, tracking, a check. */
export function stepsFor(stack: readonly StackRole[], tracking: TrackingEndpoints): PlanStep[] {
  if (stack.length === 0) return [];
  const tools = toolsOf(stack);
  const steps = [
    ...tools.flatMap(accountStep),
    ...tools.map(({ tool, capabilities }) => installStep(tool, capabilities)),
    ...tools.flatMap(({ tool }) => environmentStep(tool)),
    ...tools.flatMap(({ tool, capabilities }) => readingStep(tool, capabilities)),
    ...trackingSteps(tracking),
  ];
  return steps.map((step, index) => ({ order: index + 1, ...step }));
}

/** Variables whose values a service gives to those who have an account. */
const SERVICE_KEY = /_(?:API_KEY|API_TOKEN|ACCESS_TOKEN|AUTH_TOKEN|CLIENT_SECRET)$/;

/**
 * Free software that is installed needs no account, unless its maker runs a sign-up or it reads a key; everything else is a service with an
 * owner, as far as is known here.
 */
function accountStep({ tool }: { tool: DirectoryTool }): Unordered[] {
  const { model, freeTier } = tool.pricing;
  const signup = tool.actions.find(({ kind }) => kind === 'signup');
  const keys = tool.environment.filter((name) => SERVICE_KEY.test(name));
  const isInstalled = tool.install.command !== null;
  if (model === 'open_source' && !signup && isInstalled && keys.length === 0) return [];
  const link = signup ?? tool.actions.find(({ kind }) => kind === 'pricing' || kind === 'website');
  if (model === 'open_source' && !signup)
    return [
      {
        title: keys.length ? `Have the keys of ${tool.name}` : `Look whether ${tool.name} needs an account`,
        detail: keys.length
          ? `It is open source and reads ${keys.join(', ')}: such a key comes from a server of your own or from an account, which its owner signs up for${link ? ` (${link.url})` : ''}.`
          : `It is open source, and no command that installs it is known here: ask the person who would own an account before one is made${link ? `: ${link.url}` : ''}.`,
        command: null,
        tool: tool.slug,
        needsAuthorization: true,
      },
    ];
  const price =
    model === 'open_source'
      ? 'It is open source: an account is for the hosted form alone.'
      : model === 'unknown'
        ? 'Its price is not known here: look at it first.'
        : `Pricing: ${pricingInWords(model)}${freeTier ? `, free tier: ${freeTier}` : ''}. Paid use needs a yes of its own.`;
  return [
    {
      title: `Have an account at ${tool.name}`,
      detail: `Ask the person who owns it to sign up or to agree to it, terms included${link ? `: ${link.url}` : ''}. ${price}`,
      command: null,
      tool: tool.slug,
      needsAuthorization: true,
    },
  ];
}

function installStep(tool: DirectoryTool, capabilities: readonly string[]): Unordered {
  const { command } = tool.install;
  return {
    title: `${command ? 'Install' : 'Set up'} ${tool.name}`,
    detail: command
      ? `For ${capabilities.join(', ')}. Look at the command before you run it.`
      : `For ${capabilities.join(', ')}. No install command is known here: follow ${tool.docs.url ?? 'its own documentation'}.`,
    command,
    tool: tool.slug,
    needsAuthorization: false,
  };
}

function environmentStep({ environment, name, slug }: DirectoryTool): Unordered[] {
  if (environment.length === 0) return [];
  return [
    {
      title: `Configure ${name}`,
      detail: `Set ${environment.join(', ')} on the server or in a secret store; never in code, prompts or the browser unless its docs say so.`,
      command: null,
      tool: slug,
      needsAuthorization: false,
    },
  ];
}

function readingStep({ docs, name, slug }: DirectoryTool, capabilities: readonly string[]): Unordered[] {
  const places = [
    ...(docs.llmsTxt ? [`llms.txt: ${docs.llmsTxt}`] : []),
    ...(docs.openapi ? [`OpenAPI: ${docs.openapi}`] : []),
    ...(docs.url ? [`docs: ${docs.url}`] : []),
  ];
  if (places.length === 0) return [];
  return [
    {
      title: `Connect ${name}`,
      detail: `Read its current docs for ${capabilities.join(', ')}, then write the smallest call that works (${places.join('; ')}).`,
      command: null,
      tool: slug,
      needsAuthorization: false,
    },
  ];
}

function trackingSteps({ dryRunEndpoint, endpoint }: TrackingEndpoints): Unordered[] {
  const common = { command: null, tool: null };
  return [
    {
      ...common,
      title: 'Get a tracking key for your own product',
      detail: `A signed-in person makes it in the workspace, one for each product; set it as ${TRACKING_KEY_VARIABLE} on the server.`,
      needsAuthorization: true,
    },
    {
      ...common,
      title: 'Try an event without storing it',
      detail: `POST the event to ${dryRunEndpoint} and look at accepted and mapping: nothing is stored.`,
      needsAuthorization: false,
    },
    {
      ...common,
      title: 'Send the first real event',
      detail: `When a developer first succeeds with your product, POST it to ${endpoint} from the server. It is stored when the answer says tracked: true.`,
      needsAuthorization: false,
    },
    {
      ...common,
      title: 'Check the whole path once',
      detail:
        'Walk through the goal as a user would, with test credentials, and look at each part’s own log or dashboard.',
      needsAuthorization: false,
    },
  ];
}
