/** The meaning of the letters in the tables; `ok` is an answer with data. */
const VERDICTS: Record<string, string> = {
  ok: 'ok',
  '401': 'UNAUTHENTICATED',
  ses: 'SESSION_REQUIRED',
  wrg: 'WRONG_CREDENTIAL',
  xor: 'CROSS_ORIGIN',
  mem: 'NOT_A_MEMBER',
  '404': 'NOT_FOUND',
  con: 'STATE_CONFLICT', // allowed, and then there is no domain to verify
  val: 'VALIDATION_FAILED', // allowed, and then the event names another tenant's product, or the password is wrong
  bat: 'BATCH_REFUSED', // the same of each event of a batch
};

/** Written by hand, never derived from the declarations: who gets what from each operation. */
const BY_OPERATION = `
                     anonymous owner admin member reader stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey reviewer
  viewer             ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  updateProfile      401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  requestEmailChange 401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  confirmEmailChange 401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  sessions           401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  revokeSession      401       404   404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  revokeOtherSessions 401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  secondFactor       401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  offerSecondFactor  401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  confirmSecondFactor 401      con   con   con    con    con      xor         ses           401          401          ses         401        ses        ses         con
  removeSecondFactor 401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  renewRecoveryCodes 401       con   con   con    con    con      xor         ses           401          401          ses         401        ses        ses         con
  offerPasskey       401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  confirmPasskey     401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  renamePasskey      401       404   404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  removePasskey      401       404   404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  offerPasskeyProof  401       con   con   con    con    con      xor         ses           401          401          ses         401        ses        ses         con
  proveIdentity      401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  organizationSecurity 401     ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  endMemberSessions  401       404   404   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  myFactorResets     401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  requestFactorReset 401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  confirmFactorReset 401       404   404   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  withdrawFactorReset 401       404   404   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  objectToFactorReset 404      404   404   404    404    404      xor         wrg           401          401          wrg         401        wrg        wrg         404
  setSecondFactorPolicy 401    ok    mem   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  signInMethods      401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  disconnectIdentity 401       404   404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  singleSignOn       401       ok    mem   mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  saveSingleSignOn   401       con   mem   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  requireSingleSignOn 401      ok    mem   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  removeSingleSignOn 401       ok    mem   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  accountClosing     401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  closeAccount       401       val   val   val    val    val      xor         ses           401          401          ses         401        ses        ses         val
  eventCatalog       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  usageReceiptContract ok      ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  capabilities       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  directoryCoverage  ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  adoption           ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  publicUse          ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  agentRank          ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  adoptionMethodology ok       ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  adoptionSnapshots   ok       ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  directoryContext   ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  linkOpens          401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses           ok
  directoryChanges   ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  latestDirectoryChanges ok    ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  mcpServers         ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  mcpServerVersions  ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  buildSearch        ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  buildBrief         ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  buildPacket        401       ok    404   404    404    404      ok          404           401          401          wrg         401        wrg        wrg         404
  savedPlans         401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  mcpConfig          ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  workflowTokens     401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  createWorkflowToken 401      ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  revokeWorkflowToken 401      ok    404   404    404    404      xor         ses           401          401          wrg         401        wrg        wrg         404
  workflowContext    401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  projects           401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  project            401       ok    404   404    404    404      ok          404           401          401          wrg         401        wrg        wrg         404
  publicProject      ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  createProjectDraft 401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  updateProjectDraft 401       ok    404   404    404    404      xor         404           401          401          wrg         401        wrg        wrg         404
  approveProject     401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  withdrawProjectApproval 401  ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  publishProject     401       ok    404   404    404    404      xor         404           401          401          wrg         401        wrg        wrg         404
  setProjectListed   401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  listedProjects     ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  archiveProject     401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  publicProofPreview 401       ok    404   404    404    404      ok          ses           401          401          ses         401        ses        ses         404
  createPublicProof  401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  importAgentSkill   401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  agentSkills        401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  agentSkill         401       ok    404   404    404    404      ok          404           401          401          wrg         401        wrg        wrg         404
  verifyAgentSkill   401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  publishAgentSkill  401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  suspendAgentSkill  401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         ok
  deleteAgentSkill   401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  publishedSkills    ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  publishedSkill     ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  spending           401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  spendingMonths     401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  recordSpend        401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  removeSpend        401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  setSpendBudget     401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  removeSpendBudget  401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  saveCodexSnapshot  401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  removeCodexSnapshot 401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  usage              401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  usageBoard         401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  toolConnections    401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  reportUsage        401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  connectTool        401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  renewToolConnection 401      ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  revokeToolConnection 401     ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  enterpriseKeys     401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  createEnterpriseKey 401      ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  revokeEnterpriseKey 401      ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  enterpriseAuditReceipts 401  ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  enterpriseContext  401       ok    ok    ok     ok     404      ok          wrg           401          401          wrg         401        wrg        ok          404
  enterpriseReport   401       ok    ok    ok     ok     404      ok          wrg           401          401          wrg         401        wrg        ok          404
  enterpriseActions  401       ok    ok    ok     ok     404      ok          wrg           401          401          wrg         401        wrg        ok          404
  enterpriseSessionBrief 401       ok    ok    ok     ok     404      ok          wrg           401          401          wrg         401        wrg        ok          404
  savedPlan          401       ok    404   404    404    404      ok          ses           401          401          ses         401        ses        ses         404
  savePlan           401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  renamePlan         401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  deletePlan         401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  setPlanLetters     401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  setPlanStep        401       ok    404   404    404    404      xor         404           401          401          wrg         401        wrg        wrg         404
  stopPlanLetters    ok        ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  tool               ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  compareTools       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  explainResult      ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  offers             ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  offer              ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  myClaims           401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  organizationOffers 401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  offerClaims        401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  claimOffer         401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  advanceClaim       401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  reportRedemption   401       404   404   404    404    ok       xor         ses           401          401          ses         401        ses        ses         404
  withdrawClaim      401       404   404   404    404    ok       xor         ses           401          401          ses         401        ses        ses         404
  reviewerOffers     401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  reviewerOrganizations 401    mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  reviewerTools      401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  saveOffer          401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  catalogImports     401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  catalogImport      401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  catalogImportRows  401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  directoryGaps      401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  heldMeasures       401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  decideHeldMeasure  401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  catalogTool        401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  setToolListed      401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  editTool           401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  trackingPlan       401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  submitIntake       ok        ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  intakeSubmission   ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  previewIntake      ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  hackathon          ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  hackathons         ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  setHackathonListed 401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  projectHackathons  401       ok    404   404    404    404      ok          ses           401          401          ses         401        ses        ses         404
  enterHackathon     401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  leaveHackathon     401       ok    404   404    404    404      xor         ses           401          401          ses         401        ses        ses         404
  withdrawIntake     ok        ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  sendIntakeContactLetter ok   ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  requestIntakeLinks ok        ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  intakeContactLink  ok        ok    ok    ok     ok     ok       ok          wrg           401          401          wrg         401        wrg        wrg         ok
  verifyIntakeContact ok       ok    ok    ok     ok     ok       xor         wrg           401          401          wrg         401        wrg        wrg         ok
  intakeQueue        401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  intakeItem         401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  intakeBackground   401       mem   mem   mem    mem    mem      mem         ses           401          401          ses         401        ses        ses         ok
  assignIntake       401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  checkIntakeDomain  401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  openIntakeEvidence 401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  commentIntake      401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  requestIntakeChanges 401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  rejectIntake       401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  markIntakeSpam     401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  approveIntake      401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  provisionIntake    401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  approveIntakes     401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
  organization       401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  members            401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  products           401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  product            401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  trackingKeys       401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  searchProviderBalance 401      ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  syncSearchProvider 401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  webDataBalance     401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  syncWebData        401       ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        wrg         ok
  events             401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  verdicts           401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  eventLog           401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  refusalStatus      401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyHome        401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyNews        401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  dailyCounts        401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyAdoption    401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyAccounts    401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyDevelopers  401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyAccount     401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyAccountStory 401      ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyDeveloper   401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyFunnel      401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  companyLifecycle   401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  eventCoverage      401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  usageReconciliation 401      ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  auditEntries       401       ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  auditChain         401       ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  domainChallenge    401       ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  createOrganization 401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  updateOrganization 401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  verifyDomain       401       con   con   mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  createProduct      401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  ignoredEvents      401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  setEventIgnored    401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  updateProduct      401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  createTrackingKey  401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  revokeTrackingKey  401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  declareAccount     401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  companyLinkOpens   401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  csvImport          401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  csvImports         401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  csvImportProblems  401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  checkCsvImport     401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  confirmCsvImport   401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  inviteMember       401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  invitations        401       ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  revokeInvitation   401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  invitationLetter   ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  myInvitations      401       ok    ok    ok     ok     ok       ok          ses           401          401          ses         401        ses        ses         ok
  acceptInvitation   401       404   404   404    404    ok       xor         ses           401          401          ses         401        ses        ses         404
  changeMemberRole   401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  removeMember       401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  savedViews         401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  saveView           401       ok    ok    ok     mem    404      xor         ses           401          401          ses         401        ses        ses         404
  deleteView         401       404   404   404    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  webhooks           401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  webhookMessages    401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  createWebhook      401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  updateWebhook      401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  rotateWebhookSecret 401      ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  deleteWebhook      401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  sendTestWebhook    401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  redeliverWebhook   401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  trackEvent         401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg         wrg
  trackBatch         401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg         wrg
  dryRunEvent        401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg         wrg
  dryRunPayload      401       ok    ok    ok     mem    404      ok          ses           401          401          ses         401        ses        ses         404
  trackedEvent       401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg         wrg
`;
const BY_PATH = `
                                   anonymous owner admin member reader stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey reviewer
  post:/api/usage/track            401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg         wrg
  post:/api/usage/track/batch      401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg         wrg
  post:/api/usage/track/dry-run    401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg         wrg
  get:/api/usage/events            401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg         wrg
  get:/api/usage/events/{eventId}  401       wrg   wrg   wrg    wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg         wrg
  get:/api/directory/context       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/v1/adoption             ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/v1/agent-rank           ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/build/search            ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  post:/api/build/search           ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/workflow/build-packet   401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/workflow/build-packet  401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/workflow/mcp-config     ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  post:/api/workflow/mcp-config    401       ok    ok    ok     ok     ok       xor         ses           401          401          ses         401        ses        ses         ok
  get:/api/workflow/tokens         401       ok    ok    ok     ok     ok       ok          ok            401          401          wrg         401        wrg        wrg         ok
  delete:/api/workflow/tokens/{tokenId} 401  ok    404   404    404    404      xor         ses           401          401          wrg         401        wrg        wrg         404
  get:/api/workflow/context        401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/workflow/agent-skills  401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/workflow/projects/draft 401      wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  patch:/api/workflow/projects/draft 401     wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/workflow/projects/draft 401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/workflow/projects      401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/workflow/projects       401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/workflow/projects/{projectId} 401 wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/me/usage/providers/search_api 401 wrg wrg wrg    wrg    wrg wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/me/usage/providers/search_api 401 wrg wrg wrg    wrg    wrg wrg        ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/me/usage/providers/web_data_api 401 ok ok ok     ok     ok ok            ok            401          401          wrg         401        wrg        wrg         ok
  post:/api/me/usage/providers/web_data_api 401 ok ok ok     ok     ok xor          ok            401          401          wrg         401        wrg        wrg         ok
  get:/api/projects/{slug}         ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/me/usage                401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/me/usage               401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/me/usage/spending       401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  post:/api/me/usage/spending      401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  delete:/api/me/usage/spending    401       wrg   wrg   wrg    wrg    wrg      wrg         ok            401          401          wrg         401        wrg        wrg         wrg
  get:/api/directory/changes       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/directory/compare       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/directory/explain       ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/api/directory/coverage      ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/v0.1/servers                ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/v0.1/servers/{serverName}/versions ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  get:/v0.1/servers/{serverName}/versions/{version} ok        ok    ok    ok     ok     ok       ok          ok            401          401          ok          401        ok         ok          ok
  post:/api/imports/tracking-csv   401       ok    ok    mem    mem    404      xor         ses           401          401          ses         401        ses        ses         404
  get:/api/exports/adoption        401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  get:/api/exports/audit           401       ok    ok    mem    mem    404      ok          ses           401          401          ses         401        ses        ses         404
  get:/api/exports/events          401       ok    ok    ok     ok     404      ok          ses           401          401          ses         401        ses        ses         404
  post:/api/imports/catalog        401       mem   mem   mem    mem    mem      xor         ses           401          401          ses         401        ses        ses         ok
`;
/** At /mcp a session is not looked at, and tracking keys are of no use. */
const BY_TOOL = `
                     anonymous owner admin member reader stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey reviewer
  search_tools       ok        ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        ok          ok
  find_perks         ok        ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        ok          ok
  build_brief        ok        ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        ok          ok
  get_build_packet   401       401   401   401    401    401      xor         ok            401          401          wrg         401        wrg        wrg         401
  prepare_submission ok        ok    ok    ok     ok     ok       xor         ok            401          401          wrg         401        wrg        ok          ok
  get_enterprise_context 401   401   401   401    401    401      xor         wrg           401          401          wrg         401        wrg        ok          401
  get_enterprise_report 401    401   401   401    401    401      xor         wrg           401          401          wrg         401        wrg        ok          401
  get_enterprise_actions 401   401   401   401    401    401      xor         wrg           401          401          wrg         401        wrg        ok          401
  enterprise_session_brief 401 401   401   401    401    401      xor         wrg           401          401          wrg         401        wrg        ok          401
`;

function rowsOf(table: string): Map<string, Record<string, string>> {
  const [head, ...rows] = table.trim().split('\n');
  const names = head?.trim().split(/\s+/) ?? [];
  return new Map(
    rows.map((row) => {
      const [name = '', ...letters] = row.trim().split(/\s+/);
      return [name, Object.fromEntries(names.map((caller, index) => [caller, VERDICTS[letters[index] ?? ''] ?? '?']))];
    }),
  );
}
/** The expected code of each caller, by operation. */
export const byOperation = rowsOf(BY_OPERATION);
/** The same by `method:path`. */
export const byPath = rowsOf(BY_PATH);
/** The same by MCP tool. */
export const byTool = rowsOf(BY_TOOL);
