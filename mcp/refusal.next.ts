import type { Problem } from './problem.js';
import type { NextStep } from './tool.js';
import type { Audience } from './untrusted.js';

/** The next steps of a model after a refusal of a tool for this audience; the problem itself says what is wrong. */
export function afterRefusal({ code, errors, saveUrl, type, retryable }: Problem, audience: Audience): NextStep[] {
  const credential = CREDENTIALS[audience];
  switch (code) {
    case 'PLAN_NOT_SAVED':
      return [
        {
          do: 'A signed-in person saves the plan',
          ...(typeof saveUrl === 'string' ? { url: saveUrl } : {}),
          needsPerson: true,
        },
        { do: 'Then call again with the same planId', tool: 'get_build_packet', needsPerson: false },
      ];
    case 'PLAN_REQUIRED':
      return [
        { do: 'Tell the person what the plan lacks; an owner or admin asks the operator for it', needsPerson: true },
        { do: 'See what the plan opens', tool: 'get_enterprise_context', needsPerson: false },
      ];
    case 'UNAUTHENTICATED':
      return [{ do: credential.after[errors?.[0]?.code ?? ''] ?? credential.replaced, needsPerson: true }];
    case 'INSUFFICIENT_SCOPE':
    case 'PROJECT_SCOPED_TOKEN':
    case 'WRONG_CREDENTIAL':
      return [{ do: credential.another, needsPerson: true }];
    case 'NOT_FOUND':
      return NOT_FOUND[audience];
    case 'VALIDATION_FAILED':
      return [{ do: 'Correct what errors points at and call again', needsPerson: false }];
    case 'UNAVAILABLE':
      return [{ do: 'Tell the person what the detail says; later call again with the same input', needsPerson: false }];
    default:
      return retryable
        ? [{ do: 'Wait as the detail says, then call again with the same input', needsPerson: false }]
        : [{ do: 'Read what the code means', url: type, needsPerson: false }];
  }
}

const NOT_FOUND: Readonly<Record<Audience, NextStep[]>> = {
  public: [
    { do: 'Check the planId: a plan belongs to the person behind the token', needsPerson: false },
    { do: 'Or plan again', tool: 'build_brief', needsPerson: false },
  ],
  enterprise: [
    {
      do: 'Leave productId out: the answer names the one product of this key',
      tool: 'get_enterprise_context',
      needsPerson: false,
    },
  ],
};

interface Credential {
  /** By the code of the refusal’s first error. */
  readonly after: Readonly<Record<string, string>>;
  readonly replaced: string;
  /** After a credential of another kind, or one that may not do this. */
  readonly another: string;
}

const NEEDED = 'scope tools:read, bound to no project';
const SET = 'It goes into DAI_TOKEN where the host is started, never into a conversation';
const SET_KEY =
  'It goes into DAI_ENTERPRISE_TOKEN where the host is started in enterprise mode, never into a conversation';
const NEW_KEY = `An owner or admin creates another agent key for the product in the workspace (Agent keys). ${SET_KEY}`;

const CREDENTIALS: Readonly<Record<Audience, Credential>> = {
  public: {
    after: {
      missing: `The person creates a workflow token in the workspace: ${NEEDED}. ${SET}`,
      placeholder_not_expanded:
        'The person sets DAI_TOKEN where the host is started (DAI_ENTERPRISE_TOKEN in enterprise mode); the configuration passed its name on',
    },
    replaced:
      'The person replaces the credential that the host was given (DAI_TOKEN, or DAI_ENTERPRISE_TOKEN in enterprise mode), never in a conversation',
    another: `The person creates another workflow token: ${NEEDED}. ${SET}`,
  },
  enterprise: {
    after: {
      missing: `An owner or admin creates an agent key for one product in the workspace (Agent keys). ${SET_KEY}`,
      placeholder_not_expanded:
        'The person sets DAI_ENTERPRISE_TOKEN where the host is started; the configuration passed its name on',
      expired: NEW_KEY,
      revoked: NEW_KEY,
    },
    replaced: 'The person replaces the agent key in DAI_ENTERPRISE_TOKEN where the host is started',
    another: `This needs an agent key (dae_…); DAI_TOKEN and a signed-in browser do not grant it. ${NEW_KEY}`,
  },
};
