/** The meaning of the letters in the matrix; `ok` is an answer with data. */
const VERDICTS: Record<string, string> = {
  ok: 'ok',
  '401': 'UNAUTHENTICATED',
  ses: 'SESSION_REQUIRED',
  wrg: 'WRONG_CREDENTIAL',
  scp: 'INSUFFICIENT_SCOPE',
  prj: 'PROJECT_SCOPED_TOKEN',
  '404': 'NOT_FOUND',
  apr: 'APPROVAL_REQUIRED', // admitted, and then no person has approved this content
};

/** Tokens by what they may; all are of the person whose things are asked for, except otherPerson's. */
export const columns = [
  'full',
  'readOnly',
  'toolsOnly',
  'publishOnly',
  'projectScoped',
  'otherPerson',
  'expired',
  'revoked',
] as const;
export type Column = (typeof columns)[number];

/**
 * Written by hand, never derived from the declarations: which token gets what (the specification, §5; decisions §6). A row is an
 * operation, a path, or either with what is special about the call behind `#`; its call stands in token.calls.ts. Projects are those of
 * the tokens' person: for a read the one that the project-scoped token is bound to, `#another` one, and drafts that are approved
 * unless they are `#unapproved`. What has no row here refuses every workflow token, in the way that access.table.ts says.
 */
const MATRIX = `
                                         full  readOnly toolsOnly publishOnly projectScoped otherPerson expired revoked
  viewer                                 ok    ok       ok        ok          ok            ok          401     401
  adoption                               ok    ok       ok        ok          ok            ok          401     401
  agentRank                              ok    ok       ok        ok          ok            ok          401     401
  adoptionMethodology                    ok    ok       ok        ok          ok            ok          401     401
  adoptionSnapshots                      ok    ok       ok        ok          ok            ok          401     401
  intakeSubmission                       ok    ok       ok        ok          ok            ok          401     401
  previewIntake                          ok    ok       ok        ok          ok            ok          401     401
  hackathons                             ok    ok       ok        ok          ok            ok          401     401
  hackathon                              ok    ok       ok        ok          ok            ok          401     401
  eventCatalog                           ok    ok       ok        ok          ok            ok          401     401
  usageReceiptContract                   ok    ok       ok        ok          ok            ok          401     401
  invitationLetter                       ok    ok       ok        ok          ok            ok          401     401
  capabilities                           ok    ok       ok        ok          ok            ok          401     401
  directoryContext                       ok    ok       ok        ok          ok            ok          401     401
  directoryCoverage                      ok    ok       ok        ok          ok            ok          401     401
  directoryChanges                       ok    ok       ok        ok          ok            ok          401     401
  latestDirectoryChanges                 ok    ok       ok        ok          ok            ok          401     401
  publicUse                              ok    ok       ok        ok          ok            ok          401     401
  tool                                   ok    ok       ok        ok          ok            ok          401     401
  compareTools                           ok    ok       ok        ok          ok            ok          401     401
  explainResult                          ok    ok       ok        ok          ok            ok          401     401
  mcpServers                             ok    ok       ok        ok          ok            ok          401     401
  mcpServerVersions                      ok    ok       ok        ok          ok            ok          401     401
  offers                                 ok    ok       ok        ok          ok            ok          401     401
  offer                                  ok    ok       ok        ok          ok            ok          401     401
  buildSearch                            ok    ok       ok        ok          ok            ok          401     401
  buildBrief                             ok    ok       ok        ok          ok            ok          401     401
  savedPlans                             ok    ok       scp       scp         prj           ok          401     401
  buildPacket                            ok    scp      ok        scp         prj           404         401     401
  setPlanStep                            ok    scp      scp       ok          prj           404         401     401
  mcpConfig                              ok    ok       ok        ok          ok            ok          401     401
  workflowTokens                         ok    ok       scp       scp         prj           ok          401     401
  createWorkflowToken                    ses   ses      ses       ses         ses           ses         401     401
  revokeWorkflowToken                    ses   ses      ses       ses         ses           ses         401     401
  revokeWorkflowToken#itself             ok    ok       ok        ok          ok            ok          401     401
  workflowContext                        ok    ok       scp       scp         ok            ok          401     401
  projects                               ok    ok       scp       scp         ok            ok          401     401
  project                                ok    ok       scp       scp         ok            404         401     401
  project#another                        ok    ok       scp       scp         404           404         401     401
  createProjectDraft                     ok    scp      scp       ok          prj           ok          401     401
  updateProjectDraft                     ok    scp      scp       ok          prj           404         401     401
  publishProject                         ok    scp      scp       ok          prj           404         401     401
  publishProject#unapproved              apr   scp      scp       apr         prj           404         401     401
  approveProject                         ses   ses      ses       ses         ses           ses         401     401
  withdrawProjectApproval                ses   ses      ses       ses         ses           ses         401     401
  setProjectListed                       ses   ses      ses       ses         ses           ses         401     401
  listedProjects                         ok    ok       ok        ok          ok            ok          401     401
  archiveProject                         ses   ses      ses       ses         ses           ses         401     401
  publicProofPreview                     ses   ses      ses       ses         ses           ses         401     401
  createPublicProof                      ses   ses      ses       ses         ses           ses         401     401
  publicProject                          ok    ok       ok        ok          ok            ok          401     401
  importAgentSkill                       ok    scp      scp       ok          prj           ok          401     401
  importAgentSkill#confirmed             ok    scp      scp       ok          prj           ok          401     401
  agentSkills                            ok    ok       scp       scp         prj           ok          401     401
  agentSkill                             ok    ok       scp       scp         prj           404         401     401
  verifyAgentSkill                       ses   ses      ses       ses         ses           ses         401     401
  publishAgentSkill                      ses   ses      ses       ses         ses           ses         401     401
  suspendAgentSkill                      ses   ses      ses       ses         ses           ses         401     401
  deleteAgentSkill                       ses   ses      ses       ses         ses           ses         401     401
  publishedSkills                        ok    ok       ok        ok          ok            ok          401     401
  publishedSkill                         ok    ok       ok        ok          ok            ok          401     401
  usage                                  ok    ok       scp       scp         prj           ok          401     401
  usageBoard                             ok    ok       scp       scp         prj           ok          401     401
  toolConnections                        ok    ok       scp       scp         prj           ok          401     401
  reportUsage                            ok    scp      scp       ok          prj           ok          401     401
  spending                               ok    ok       scp       scp         prj           ok          401     401
  spendingMonths                         ok    ok       scp       scp         prj           ok          401     401
  recordSpend                            ok    scp      scp       ok          prj           ok          401     401
  removeSpend                            ok    scp      scp       ok          prj           ok          401     401
  saveCodexSnapshot                      ok    scp      scp       ok          prj           ok          401     401
  removeCodexSnapshot                    ok    scp      scp       ok          prj           ok          401     401
  searchProviderBalance                  ok    ok       scp       scp         prj           ok          401     401
  syncSearchProvider                     ok    scp      scp       ok          prj           ok          401     401
  webDataBalance                         ok    ok       scp       scp         prj           ok          401     401
  syncWebData                            ok    scp      scp       ok          prj           ok          401     401
  get:/api/v1/adoption                   ok    ok       ok        ok          ok            ok          401     401
  get:/api/v1/agent-rank                 ok    ok       ok        ok          ok            ok          401     401
  get:/api/directory/context             ok    ok       ok        ok          ok            ok          401     401
  get:/api/directory/changes             ok    ok       ok        ok          ok            ok          401     401
  get:/api/directory/compare             ok    ok       ok        ok          ok            ok          401     401
  get:/api/directory/explain             ok    ok       ok        ok          ok            ok          401     401
  get:/api/directory/coverage            ok    ok       ok        ok          ok            ok          401     401
  get:/api/build/search                  ok    ok       ok        ok          ok            ok          401     401
  post:/api/build/search                 ok    ok       ok        ok          ok            ok          401     401
  get:/v0.1/servers                      ok    ok       ok        ok          ok            ok          401     401
  get:/v0.1/servers/{serverName}/versions ok   ok       ok        ok          ok            ok          401     401
  get:/v0.1/servers/{serverName}/versions/{version} ok ok ok      ok          ok            ok          401     401
  get:/api/me/usage                      ok    ok       scp       scp         prj           ok          401     401
  post:/api/me/usage                     ok    scp      scp       ok          prj           ok          401     401
  get:/api/me/usage/spending             ok    ok       scp       scp         prj           ok          401     401
  post:/api/me/usage/spending            ok    scp      scp       ok          prj           ok          401     401
  delete:/api/me/usage/spending          ok    scp      scp       ok          prj           ok          401     401
  get:/api/workflow/mcp-config           ok    ok       ok        ok          ok            ok          401     401
  post:/api/workflow/mcp-config          ses   ses      ses       ses         ses           ses         401     401
  get:/api/workflow/tokens               ok    ok       scp       scp         prj           ok          401     401
  delete:/api/workflow/tokens/{tokenId}  ses   ses      ses       ses         ses           ses         401     401
  delete:/api/workflow/tokens/{tokenId}#itself ok ok    ok        ok          ok            ok          401     401
  get:/api/workflow/build-packet         ok    scp      ok        scp         prj           404         401     401
  post:/api/workflow/build-packet        ok    scp      ok        scp         prj           404         401     401
  get:/api/workflow/context              ok    ok       scp       scp         ok            ok          401     401
  get:/api/workflow/projects             ok    ok       scp       scp         ok            ok          401     401
  get:/api/workflow/projects/{projectId} ok    ok       scp       scp         ok            404         401     401
  get:/api/workflow/projects/{projectId}#another ok ok  scp       scp         404           404         401     401
  get:/api/workflow/projects/draft       ok    ok       scp       scp         ok            ok          401     401
  post:/api/workflow/projects/draft      ok    scp      scp       ok          prj           ok          401     401
  patch:/api/workflow/projects/draft     ok    scp      scp       ok          prj           404         401     401
  post:/api/workflow/projects            ok    scp      scp       ok          prj           404         401     401
  post:/api/workflow/projects#unapproved apr   scp      scp       apr         prj           404         401     401
  get:/api/projects/{slug}               ok    ok       ok        ok          ok            ok          401     401
  post:/api/workflow/agent-skills        ok    scp      scp       ok          prj           ok          401     401
  post:/api/workflow/agent-skills#confirmed ok scp      scp       ok          prj           ok          401     401
  get:/api/me/usage/providers/search_api ok   ok       scp       scp         prj           ok          401     401
  post:/api/me/usage/providers/search_api ok  scp      scp       ok          prj           ok          401     401
  get:/api/me/usage/providers/web_data_api ok ok       scp       scp         prj           ok          401     401
  post:/api/me/usage/providers/web_data_api ok scp     scp       ok          prj           ok          401     401
`;

function rowsOf(table: string): Map<string, Record<Column, string>> {
  const [head, ...rows] = table.trim().split('\n');
  const names = head?.trim().split(/\s+/) ?? [];
  return new Map(
    rows.map((row) => {
      const [name = '', ...letters] = row.trim().split(/\s+/);
      const cells = names.map((column, index) => [column, VERDICTS[letters[index] ?? ''] ?? '?']);
      return [name, Object.fromEntries(cells) as Record<Column, string>];
    }),
  );
}

/** The expected code of each token, by row. */
export const matrix = rowsOf(MATRIX);
