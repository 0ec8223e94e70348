/** One thing that an agent key reads, and that the workspace shows as a page where it has one. */
export interface PlanTool {
  readonly tool: string;
  readonly name: string;
  readonly gives: string;
  readonly isFree: boolean;
}

/** The features that the plans open (decisions §9); the rest of the service is the same on both. */
export const PLAN_TOOLS: readonly PlanTool[] = [
  {
    tool: 'get_enterprise_context',
    name: 'Context',
    gives: 'Which product an agent key may read, from which sources its events come, and what the plan opens.',
    isFree: true,
  },
  {
    tool: 'get_enterprise_report',
    name: 'Report',
    gives:
      'The numbers of 7 to 365 days beside those of the days before, with grades: funnel, accounts, campaigns, retention, tool calls and receipts.',
    isFree: false,
  },
  {
    tool: 'get_enterprise_actions',
    name: 'Actions',
    gives: 'What to do next, found by rules, each with the numbers that prove it and the page that does it.',
    isFree: false,
  },
  {
    tool: 'enterprise_session_brief',
    name: 'Session brief',
    gives: 'A short analysis at the start of an agent’s work: of the live report, or of numbers that the agent brings.',
    isFree: false,
  },
];
