/** Revisions of the protocol whose requirements the suite has. */
export type Revision = '2025-11-25' | '2026-07-28';

/** Scenarios that need nothing but a server: every check of them holds. */
export const applicable: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
};

/** Scenarios about sessions, streams and inputs on request, which this server does not have: they check nothing or only warn. */
export const empty: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': ['server-session-lifecycle', 'server-sse-multiple-streams', 'server-sse-polling'],
  '2026-07-28': [
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'tasks-status-notifications',
  ],
};

/** The message of a scenario when the thing that it asks a server to have for the test is not there. */
const TOOL = /There is no such tool\.$|^Tool '\w+' not found\. Available tools: search_tools,/;
const PROMPT = /There is no such prompt\.$/;
const RESOURCE = /Resource not found: test:\/\//;
/** Completions, logging and subscriptions are not declared, so their methods do not exist. */
const METHOD = /Method not found$/;
const HEADER_TOOL = /server exposes no tool with x-mcp-header annotations/;
/** Follows from a fixture tool that an earlier step of the same scenario did not find. */
const EARLIER_STEP =
  /^Prerequisite failed: could not get initial InputRequiredResult|^Expected InputRequiredResult with/;
/** An extension that is not declared; its scenarios also begin with fixture tools. */
const TASKS =
  /There is no such tool\.|^Not testable: no task was created|^capabilities\.extensions MUST be advertised|got -32601|routing-task fixture|^tools\/call for failing_job returned error code -32602/;

const fixtureTools = (...names: string[]): Record<string, RegExp> =>
  Object.fromEntries(names.map((name) => [name, TOOL]));
const both: Record<string, RegExp> = {
  'completion-complete': METHOD,
  ...fixtureTools(
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
  ),
  'resources-read-text': RESOURCE,
  'resources-read-binary': RESOURCE,
  'resources-templates-read': RESOURCE,
  'prompts-get-simple': PROMPT,
  'prompts-get-with-args': PROMPT,
  'prompts-get-embedded-resource': PROMPT,
  'prompts-get-with-image': PROMPT,
};

/** Scenarios that call a fixture, or something that is not declared, with the only reason for which a check of theirs may fail. */
export const needFixtures: Readonly<Record<Revision, Readonly<Record<string, RegExp>>>> = {
  '2025-11-25': {
    ...both,
    'logging-set-level': METHOD,
    'tools-call-with-logging': METHOD,
    'resources-subscribe': METHOD,
    'resources-unsubscribe': METHOD,
    ...fixtureTools(
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
    ),
  },
  '2026-07-28': {
    ...both,
    ...fixtureTools(
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-result-type',
      'input-required-result-capability-check',
    ),
    'input-required-result-non-tool-request': PROMPT,
    'input-required-result-multi-round': EARLIER_STEP,
    'input-required-result-tampered-state': EARLIER_STEP,
    'http-custom-header-server-validation': HEADER_TOOL,
    'tasks-lifecycle': TASKS,
    'tasks-capability-negotiation': TASKS,
    'tasks-wire-fields': TASKS,
    'tasks-request-state-removal': TASKS,
    'tasks-mrtr-input': TASKS,
    'tasks-request-headers': TASKS,
    'tasks-dispatch-and-envelope': TASKS,
    'tasks-required-task-error': TASKS,
    'tasks-mrtr-composition': TASKS,
  },
};

/** The one scenario that applies in part: these checks call diagnostic tools, all others hold. */
export const statelessFixtures: Readonly<Record<string, RegExp>> = {
  'sep-2575-server-rejects-undeclared-capability': /does not list the diagnostic tool 'test_missing_capability'/,
  'sep-2575-missing-capability-http-400': /does not list the diagnostic tool 'test_missing_capability'/,
  'sep-2575-http-server-no-independent-requests-on-stream':
    /does not list the diagnostic tool 'test_streaming_elicitation'/,
  'sep-2575-server-no-log-without-loglevel': /does not list the diagnostic tool 'test_logging_tool'/,
};
