import type { Problem } from './problem.js';
import type { NextStep } from './tool.js';

/** What a model does after a refusal; the problem itself says what is wrong. */
export function afterRefusal({ code, errors, saveUrl, type, retryable }: Problem): NextStep[] {
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
    case 'UNAUTHENTICATED':
      return [{ do: CREDENTIAL[errors?.[0]?.code ?? ''] ?? REPLACE, needsPerson: true }];
    case 'INSUFFICIENT_SCOPE':
    case 'PROJECT_SCOPED_TOKEN':
    case 'WRONG_CREDENTIAL':
      return [{ do: `The person creates another workflow token: ${NEEDED}. ${SET}`, needsPerson: true }];
    case 'NOT_FOUND':
      return [
        { do: 'Check the planId: a plan belongs to the person behind the token', needsPerson: false },
        { do: 'Or plan again', tool: 'build_brief', needsPerson: false },
      ];
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

const NEEDED = 'scope tools:read, bound to no project';
const SET = 'It goes into DAI_TOKEN where the host is started, never into a conversation';
const REPLACE =
  'The person replaces the credential that the host was given (DAI_TOKEN, or DAI_ENTERPRISE_TOKEN in enterprise mode), never in a conversation';
const CREDENTIAL: Readonly<Record<string, string>> = {
  missing: `The person creates a workflow token in the workspace: ${NEEDED}. ${SET}`,
  placeholder_not_expanded: 'The person sets DAI_TOKEN where the host is started; the configuration passed its name on',
};
