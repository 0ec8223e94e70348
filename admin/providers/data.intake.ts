import { bind, type Listing, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { listBy, valuesOf } from './records.js';
import { ask } from './request.js';

/** A value of an enum as the address says it; undefined for anything else. */
const valueIn = <Value extends string>(values: Readonly<Record<string, Value>>, text: string | undefined) =>
  Object.values(values).find((value) => value === text);

/** The routes to which triage sends a submission. */
const ROUTES = ['security', 'duplicate', 'two_reviewers', 'standard'] as const;

/** Submissions as reviewers see them, and the hackathons of a project. */
export const intakeRecords: Record<string, Methods> = {
  'intake-submissions': {
    getList: listBy(
      schema.ListIntake,
      ({ filter, sort, limit, cursor }) => ({
        states: valuesOf(filter.state)?.flatMap((text) => valueIn(schema.IntakeState, text) ?? []),
        kind: valueIn(schema.IntakeKind, filter.kind),
        priority: filter.priority,
        route: ROUTES.find((route) => route === filter.reason),
        assignee: filter.assignee,
        risky: filter.reason === 'risky' ? true : filter.reason === 'plain' ? false : undefined,
        verified: filter.state === 'unconfirmed' ? false : undefined,
        query: filter.q,
        sort,
        limit,
        cursor,
      }),
      ({ intakeQueue: { items, nextCursor, total, summary } }) => ({ items, nextCursor, total, meta: { summary } }),
    ),
    getOne: bind(
      schema.ReadIntake,
      ({ id }: QueryParams) => ({ id: String(id) }),
      ({ intakeItem }) => ({ data: intakeItem }),
    ),
  },
  'intake-background': {
    getOne: bind(
      schema.ReadIntakeBackground,
      ({ id }: QueryParams) => ({ id: String(id) }),
      ({ intakeBackground }) => ({ data: intakeBackground }),
    ),
  },
  'intake-work': {
    getOne: bind(
      schema.CountIntake,
      (_params: QueryParams) => ({}),
      ({ intakeQueue }) => ({ data: { id: 'now', ...intakeQueue.summary } }),
    ),
  },
  hackathons: {
    getList: bind(
      schema.ListHackathons,
      ({ filter }: Listing<schema.ListHackathonsVariables>) => filter,
      ({ hackathons }) => ({ data: [...hackathons.items], total: hackathons.items.length }),
    ),
  },
  'project-hackathons': {
    getOne: bind(
      schema.ReadProjectHackathons,
      ({ id }: QueryParams) => ({ projectId: String(id) }),
      ({ projectHackathons }, { id }) => ({ data: { ...projectHackathons, id } }),
    ),
  },
};

/** The decisions about a submission; each answers the submission as it is then. */
export const intakeDecisions = {
  assignIntake: async (input: schema.AssignIntakeVariables) =>
    present((await ask(schema.AssignIntake, input)).assignIntake),
  commentIntake: async (input: schema.CommentIntakeVariables) =>
    present((await ask(schema.CommentIntake, input)).commentIntake),
  requestIntakeChanges: async (input: schema.RequestIntakeChangesVariables) =>
    present((await ask(schema.RequestIntakeChanges, input)).requestIntakeChanges),
  rejectIntake: async (input: schema.RejectIntakeVariables) =>
    present((await ask(schema.RejectIntake, input)).rejectIntake),
  approveIntake: async (input: schema.ApproveIntakeVariables) =>
    present((await ask(schema.ApproveIntake, input)).approveIntake),
  provisionIntake: async (input: schema.ProvisionIntakeVariables) =>
    present((await ask(schema.ProvisionIntake, input)).provisionIntake),
  approveIntakes: async (input: schema.ApproveIntakesVariables) =>
    present((await ask(schema.ApproveIntakes, input)).approveIntakes),
  markIntakeSpam: async (input: schema.MarkIntakeSpamVariables) =>
    present((await ask(schema.MarkIntakeSpam, input)).markIntakeSpam),
  openIntakeEvidence: async (input: schema.OpenIntakeEvidenceVariables) =>
    present((await ask(schema.OpenIntakeEvidence, input)).openIntakeEvidence),
  checkIntakeDomain: async (input: schema.CheckIntakeDomainVariables) =>
    present((await ask(schema.CheckIntakeDomain, input)).checkIntakeDomain),
  setHackathonListed: async (input: schema.SetHackathonListedVariables['input']) =>
    present((await ask(schema.SetHackathonListed, { input })).setHackathonListed),
  enterHackathon: async (input: schema.EnterHackathonVariables) =>
    present((await ask(schema.EnterHackathon, input)).enterHackathon),
  leaveHackathon: async (input: schema.LeaveHackathonVariables) =>
    present((await ask(schema.LeaveHackathon, input)).leaveHackathon),
};
