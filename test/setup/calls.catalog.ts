import { SEARCH_KEY, WEB_DATA_KEY } from './balances.js';
import { enterpriseCallsOf } from './calls.enterprise.js';
import { fixturesOf } from './calls.fixtures.js';
import { intakeCallsOf } from './calls.intake.js';
import { type Call, read as readFixed, readOne, write } from './calls.js';
import { spendingCallsOf } from './calls.spending.js';
import { usageCallsOf } from './calls.usage.js';
import { webhookCallsOf } from './calls.webhooks.js';
import { workflowCallsOf } from './calls.workflow.js';
import { type Cast, unique } from './cast.js';
import { makeEvent } from './make.js';
import { offerToSave } from './offers.js';
import { letterSecretOf } from './plans.js';
import type { SourcedApp } from './skill-source.js';

/** A server of the starter catalog, as the subregistry names it. */
const MCP_SERVER = 'dai.catalog/stripe';

const NO_PASSKEY = 'psk_00000000-0000-4000-8000-000000000000';
const NO_RESET = 'frs_00000000-0000-4000-8000-000000000000';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

/**
 * The one catalog of valid calls, by operation: a new operation needs an entry here and a row in the table of access.table.ts. Plans,
 * projects, skills and connections are those of the person with the address `email`.
 */
export function callsOf(app: SourcedApp, cast: Cast, email = app.credentials.users.owner.email): Record<string, Call> {
  const { organizationId, productId } = app.credentials;
  const {
    newProduct,
    newKey,
    newMember,
    newFactor,
    newInvitation,
    newOwnInvitation,
    newLetter,
    newImport,
    newOffer,
    newClaim,
    newPlan,
    newToken,
    newTool,
    newCatalogImport,
    newHeldMeasure,
    stored,
    storedKey,
  } = fixturesOf(app, cast);
  const own = { organizationId };
  const read = (field: string, selection: string, variables: Record<string, unknown> = own): Call =>
    readFixed(field, selection, variables);
  const view = { organizationId, productId };
  const ownPlan = () => newPlan(email);
  const ofPlan = (field: string, selection: string): Call => readOne(field, 'planId', selection, ownPlan);
  const ofImport = (field: string, selection: string): Call => ({
    document: `query ($organizationId: ID!, $importId: ID!) { ${field}(organizationId: $organizationId, importId: $importId) ${selection} }`,
    variables: newImport,
  });
  return {
    ...workflowCallsOf(app, email),
    searchProviderBalance: read('searchProviderBalance', '{ snapshot { checkedAt } }', {}),
    syncSearchProvider: write('syncSearchProvider', 'SyncSearchProviderInput', '{ updated }', () => ({
      apiKey: SEARCH_KEY,
    })),
    webDataBalance: read('webDataBalance', '{ snapshot { checkedAt } }', {}),
    syncWebData: write('syncWebData', 'SyncWebDataInput', '{ updated }', () => ({ apiKey: WEB_DATA_KEY })),
    ...spendingCallsOf(app),
    ...usageCallsOf(app, email),
    ...webhookCallsOf(app),
    ...enterpriseCallsOf(app),
    savedViews: read('savedViews', '{ id }'),
    saveView: write('saveView', 'SaveViewInput', '{ id }', () => ({
      organizationId,
      page: 'overview',
      name: 'Made',
      parameters: { days: 30 },
    })),
    deleteView: write('deleteView', 'DeleteViewInput', '', () => ({
      organizationId,
      viewId: 'viw_00000000-0000-4000-8000-000000000000',
    })),
    ...intakeCallsOf(app),
    trackingPlan: read('trackingPlan', '{ via arrivals { asOf } }', view),
    viewer: read('viewer', '{ kind }', {}),
    updateProfile: write('updateProfile', 'UpdateProfileInput', '{ name }', () => ({ name: `Named ${unique()}` })),
    requestEmailChange: write('requestEmailChange', 'RequestEmailChangeInput', '', () => ({
      newEmail: `${unique()}@people.example`,
      currentPassword: 'of no one',
    })),
    confirmEmailChange: write('confirmEmailChange', 'ConfirmEmailChangeInput', '{ name }', () => ({
      token: 'of no one',
    })),
    sessions: read('sessions', '{ id }', {}),
    revokeSession: write('revokeSession', 'RevokeSessionInput', '', () => ({
      sessionId: 'ses_00000000-0000-4000-8000-000000000000',
    })),
    revokeOtherSessions: {
      document: 'mutation { revokeOtherSessions }',
      variables: () => ({}),
    },
    secondFactor: read('secondFactor', '{ recoveryCodes }', {}),
    offerSecondFactor: write('offerSecondFactor', 'OfferSecondFactorInput', '{ uri }', () => ({
      currentPassword: 'of no one',
    })),
    confirmSecondFactor: write('confirmSecondFactor', 'ConfirmSecondFactorInput', '{ codes }', () => ({
      code: '000000',
    })),
    removeSecondFactor: { document: 'mutation { removeSecondFactor }', variables: () => ({}) },
    renewRecoveryCodes: { document: 'mutation { renewRecoveryCodes { codes } }', variables: () => ({}) },
    offerPasskey: write('offerPasskey', 'OfferPasskeyInput', '{ options }', () => ({ currentPassword: 'of no one' })),
    confirmPasskey: write('confirmPasskey', 'ConfirmPasskeyInput', '{ codes }', () => ({ name: 'Key', passkey: {} })),
    renamePasskey: write('renamePasskey', 'RenamePasskeyInput', '{ name }', () => ({
      passkeyId: NO_PASSKEY,
      name: 'Key',
    })),
    removePasskey: write('removePasskey', 'RemovePasskeyInput', '', () => ({ passkeyId: NO_PASSKEY })),
    offerPasskeyProof: { document: 'mutation { offerPasskeyProof { options } }', variables: () => ({}) },
    proveIdentity: write('proveIdentity', 'ProveIdentityInput', '', () => ({ currentPassword: 'of no one' })),
    organizationSecurity: read('organizationSecurity', '{ policy { enforcedFor } }'),
    endMemberSessions: write('endMemberSessions', 'EndMemberSessionsInput', '', () => ({
      ...own,
      userId: cast.stranger.id,
    })),
    myFactorResets: read('myFactorResets', '{ id }', {}),
    requestFactorReset: {
      ...write('requestFactorReset', 'RequestFactorResetInput', '{ id }', newFactor),
      oneByOne: true,
    },
    confirmFactorReset: write('confirmFactorReset', 'DecideFactorResetInput', '{ id }', () => ({
      ...own,
      resetId: NO_RESET,
    })),
    withdrawFactorReset: write('withdrawFactorReset', 'DecideFactorResetInput', '', () => ({
      ...own,
      resetId: NO_RESET,
    })),
    objectToFactorReset: write('objectToFactorReset', 'ObjectToFactorResetInput', '', () => ({
      resetId: NO_RESET,
      key: 'of no letter',
    })),
    setSecondFactorPolicy: write('setSecondFactorPolicy', 'SetSecondFactorPolicyInput', '{ since }', () => ({
      ...own,
      enforcedFor: 'no_one',
    })),
    signInMethods: read('signInMethods', '{ password }', {}),
    disconnectIdentity: write('disconnectIdentity', 'DisconnectIdentityInput', '', () => ({
      identityId: 'idn_00000000-0000-4000-8000-000000000000',
    })),
    singleSignOn: read('singleSignOn', '{ callbackUrl }'),
    saveSingleSignOn: write('saveSingleSignOn', 'SaveSingleSignOnInput', '{ callbackUrl }', () => ({
      organizationId,
      issuer: 'https://id.example',
      clientId: 'dai',
      clientSecret: 'secret',
    })),
    requireSingleSignOn: write('requireSingleSignOn', 'RequireSingleSignOnInput', '{ callbackUrl }', () => ({
      organizationId,
      passwordOwnerId: null,
    })),
    removeSingleSignOn: write('removeSingleSignOn', 'RemoveSingleSignOnInput', '', () => ({ organizationId })),
    accountClosing: read('accountClosing', '{ deleted { kind } }', {}),
    closeAccount: write('closeAccount', 'CloseAccountInput', '', () => ({ currentPassword: 'of no one' })),
    eventCatalog: read('eventCatalog', '{ event_name }', {}),
    usageReceiptContract: read('usageReceiptContract', '', {}),
    capabilities: read('capabilities', '{ version }', {}),
    directoryCoverage: read('directoryCoverage', '{ tools }', {}),
    publicUse: read('publicUse', '{ total }', { kind: 'npm_weekly_downloads' }),
    adoption: read('adoption', '{ snapshotId }', {}),
    agentRank: read('agentRank', '{ contract }', {}),
    adoptionMethodology: read('adoptionMethodology', '{ version }', {}),
    adoptionSnapshots: read('adoptionSnapshots', '{ nextCursor }', {}),
    directoryContext: {
      ...read('directoryContext', '{ total }', { q: 'react' }),
      tool: { name: 'search_tools', inputOf: { q: 'query' } },
    },
    tool: read('tool', '{ id }', { slug: 'react' }),
    compareTools: read('compareTools', '{ asOf }', { tools: ['stripe', 'paddle'] }),
    explainResult: read('explainResult', '{ total }', { q: 'payments', tool: 'stripe' }),
    linkOpens: read('linkOpens', '{ nextCursor }', {}),
    directoryChanges: read('directoryChanges', '{ asOf }', {}),
    latestDirectoryChanges: read('latestDirectoryChanges', '{ asOf }', {}),
    mcpServers: read('mcpServers', '{ servers }', {}),
    mcpServerVersions: read('mcpServerVersions', '{ servers }', { name: MCP_SERVER, version: 'latest' }),
    offers: { ...read('offers', '{ total }', { query: 'credits' }), tool: { name: 'find_perks' } },
    offer: read('offer', '{ id }', { slug: 'demo-company-credits' }),
    myClaims: read('myClaims', '{ nextCursor }', {}),
    offerClaims: read('offerClaims', '{ nextCursor }'),
    organizationOffers: read('organizationOffers', '{ total }'),
    reviewerOffers: read('reviewerOffers', '{ total }', {}),
    claimOffer: write('claimOffer', 'ClaimOfferInput', '{ state }', async () => ({
      offerId: await newOffer(),
      facts: { employees: 3, partners: ['Y Combinator'] },
      note: 'Hello',
    })),
    advanceClaim: write('advanceClaim', 'AdvanceClaimInput', '{ state }', async () => ({
      ...(await newClaim('requested')),
      revision: 1,
      to: 'vendor_review',
    })),
    reportRedemption: write('reportRedemption', 'OwnClaimInput', '{ state }', () => newClaim('code_issued')),
    withdrawClaim: write('withdrawClaim', 'OwnClaimInput', '{ state }', () => newClaim('requested')),
    saveOffer: write('saveOffer', 'SaveOfferInput', '{ id }', () => offerToSave(organizationId)),
    catalogImports: read('catalogImports', '{ nextCursor }', {}),
    catalogImport: readOne('catalogImport', 'importId', '{ id }', newCatalogImport),
    catalogImportRows: readOne('catalogImportRows', 'importId', '{ nextCursor }', newCatalogImport),
    reviewerOrganizations: read('reviewerOrganizations', '{ nextCursor }', {}),
    reviewerTools: read('reviewerTools', '{ total }', {}),
    directoryGaps: read('directoryGaps', '{ nextCursor }', {}),
    heldMeasures: read('heldMeasures', '{ nextCursor }', {}),
    decideHeldMeasure: write('decideHeldMeasure', 'DecideHeldMeasureInput', '{ changed }', newHeldMeasure),
    catalogTool: read('catalogTool', '{ revision }', { slug: 'react' }),
    setToolListed: write('setToolListed', 'SetToolListedInput', '{ listed }', async () => ({
      ...(await newTool()),
      listed: false,
    })),
    editTool: write('editTool', 'EditToolInput', '{ revision }', async () => ({
      ...(await newTool()),
      source: { url: 'https://tool.example.com', readAt: '2026-01-31' },
      summary: 'Corrected.',
      pricing: { model: 'free' },
      install: { kind: 'npm', command: 'npm install made' },
    })),
    buildSearch: read('buildSearch', '{ saved }', { intent: 'payments' }),
    buildBrief: { ...read('buildBrief', '{ saved }', { intent: 'payments' }), tool: { name: 'build_brief' } },
    buildPacket: { ...ofPlan('buildPacket', '{ packetId }'), tool: { name: 'get_build_packet' } },
    mcpConfig: read('mcpConfig', '{ mcpServers }', {}),
    workflowTokens: read('workflowTokens', '{ nextCursor }', {}),
    createWorkflowToken: write('createWorkflowToken', 'CreateWorkflowTokenInput', '{ token }', () => ({
      name: 'made',
      scopes: ['tools:read'],
    })),
    revokeWorkflowToken: {
      document: 'mutation ($tokenId: ID!) { revokeWorkflowToken(tokenId: $tokenId) }',
      variables: () => newToken(app.credentials.users.owner.email),
    },
    savedPlans: read('savedPlans', '{ nextCursor }', {}),
    savedPlan: ofPlan('savedPlan', '{ id }'),
    savePlan: write('savePlan', 'SavePlanInput', '{ id }', () => ({ intent: 'payments' })),
    renamePlan: write('renamePlan', 'RenamePlanInput', '{ id }', async () => ({
      ...(await ownPlan()),
      title: 'Named',
      revision: 1,
    })),
    setPlanStep: write('setPlanStep', 'SetPlanStepInput', '{ stepCount }', async () => ({
      ...(await ownPlan()),
      order: 1,
      done: true,
    })),
    setPlanLetters: write('setPlanLetters', 'SetPlanLettersInput', '{ letters }', async () => ({
      ...(await ownPlan()),
      wanted: true,
    })),
    stopPlanLetters: {
      document: 'mutation ($secret: String!) { stopPlanLetters(secret: $secret) }',
      variables: async () => ({ secret: await letterSecretOf(app, (await ownPlan()).planId) }),
    },
    deletePlan: write('deletePlan', 'DeletePlanInput', '', async () => ({ ...(await ownPlan()), revision: 1 })),
    organization: read('organization', '{ id }'),
    members: read('members', '{ userId }'),
    products: read('products', '{ total }'),
    product: read('product', '{ id aliases liveKeys }', view),
    ignoredEvents: read('ignoredEvents', '{ eventName }', view),
    trackingKeys: read('trackingKeys', '{ id }'),
    auditEntries: read('auditEntries', '{ actors { name } nextCursor }'),
    auditChain: read('auditChain', '{ intact }'),
    domainChallenge: read('domainChallenge', '{ url }'),
    events: read('events', '{ nextCursor }'),
    verdicts: read('verdicts', '{ dropped }'),
    eventLog: read('eventLog', '{ nextCursor }'),
    refusalStatus: read('refusalStatus', '{ lastAt }', { ...view, code: 'required' }),
    companyHome: read('companyHome', '{ asOf }', view),
    companyNews: read('companyNews', '{ asOf }', view),
    companyAdoption: read('companyAdoption', '{ asOf }', { ...view, ...NOVEMBER }),
    companyAccounts: read('companyAccounts', '{ nextCursor }', { ...view, ...NOVEMBER }),
    companyDevelopers: read('companyDevelopers', '{ nextCursor }', { ...view, ...NOVEMBER }),
    companyAccount: read('companyAccount', '{ asOf }', {
      ...own,
      accountDomain: 'acme.example',
      ...NOVEMBER,
    }),
    companyAccountStory: read('companyAccountStory', '{ asOf }', { ...view, accountDomain: 'acme.example' }),
    companyDeveloper: read('companyDeveloper', '{ asOf }', {
      ...own,
      developerId: 'dev_1',
      ...NOVEMBER,
    }),
    companyFunnel: {
      document: `query ($organizationId: ID!, $productId: String!, $from: String!, $to: String!, $steps: [FunnelStepInput!]!) {
        companyFunnel(organizationId: $organizationId, productId: $productId, from: $from, to: $to, steps: $steps) { asOf } }`,
      variables: () => ({ ...view, ...NOVEMBER, steps: [{ family: 'evaluation' }, { eventName: 'FIRST_API_CALL' }] }),
    },
    companyLifecycle: read('companyLifecycle', '{ asOf }', { ...view, ...NOVEMBER }),
    dailyCounts: read('dailyCounts', '{ day }', view),
    eventCoverage: read('eventCoverage', '{ asOf }', view),
    usageReconciliation: read('usageReconciliation', '{ zone }', view),
    trackedEvent: {
      ...readOne('trackedEvent', 'eventId', '{ eventId }', stored),
      at: { 'get:/api/usage/events': storedKey },
    },
    createOrganization: write('createOrganization', 'CreateOrganizationInput', '{ id }', () => ({ name: 'Made' })),
    updateOrganization: write('updateOrganization', 'UpdateOrganizationInput', '{ id }', () => ({
      organizationId,
      name: `Named ${unique()}`,
    })),
    verifyDomain: write('verifyDomain', 'VerifyDomainInput', '{ id }', () => own),
    createProduct: write('createProduct', 'CreateProductInput', '{ id }', () => ({
      organizationId,
      productId: `made-${unique()}`,
      name: 'Made',
      type: 'api',
    })),
    updateProduct: write('updateProduct', 'UpdateProductInput', '{ id }', () => ({
      ...view,
      name: `Named ${unique()}`,
    })),
    setEventIgnored: write('setEventIgnored', 'SetEventIgnoredInput', '{ eventName }', () => ({
      ...view,
      eventName: `OFF_${unique().replaceAll('-', '_')}`,
      ignored: true,
      reason: 'not needed',
    })),
    createTrackingKey: write('createTrackingKey', 'CreateTrackingKeyInput', '{ token }', async () => ({
      ...(await newProduct()),
      name: 'made',
    })),
    revokeTrackingKey: write('revokeTrackingKey', 'RevokeTrackingKeyInput', '{ id }', newKey),
    declareAccount: write('declareAccount', 'DeclareAccountInput', '{ domain }', () => ({
      organizationId,
      domain: `${unique()}.example`,
    })),
    csvImport: ofImport('csvImport', '{ id }'),
    companyLinkOpens: read('companyLinkOpens', '{ nextCursor }'),
    csvImports: read('csvImports', '{ nextCursor }'),
    csvImportProblems: ofImport('csvImportProblems', '{ nextCursor }'),
    checkCsvImport: write('checkCsvImport', 'CheckCsvImportInput', '{ counts { read } }', async () => ({
      ...(await newImport()),
      mapping: [
        { column: 'event', member: 'event_name' },
        { column: 'user', member: 'developer_id' },
        { column: 'id', member: 'idempotencyKey' },
      ],
    })),
    confirmCsvImport: write('confirmCsvImport', 'ConfirmCsvImportInput', '{ status }', async () => ({
      ...(await newImport()),
      revision: 1,
    })),
    inviteMember: write('inviteMember', 'InviteMemberInput', '{ id }', () => ({
      organizationId,
      email: `${unique()}@people.example`,
      role: 'member',
    })),
    invitations: read('invitations', '{ nextCursor }'),
    revokeInvitation: write('revokeInvitation', 'RevokeInvitationInput', '{ revokedAt }', newOwnInvitation),
    invitationLetter: {
      document:
        'query ($invitationId: ID!, $key: String!) { invitationLetter(invitationId: $invitationId, key: $key) { id } }',
      variables: newLetter,
    },
    myInvitations: read('myInvitations', '{ id }', {}),
    acceptInvitation: {
      ...write('acceptInvitation', 'AcceptInvitationInput', '{ id }', newInvitation),
      oneByOne: true,
    },
    changeMemberRole: {
      ...write('changeMemberRole', 'ChangeMemberRoleInput', '{ userId }', async () => ({
        ...(await newMember()),
        role: 'admin',
      })),
      oneByOne: true,
    },
    removeMember: { ...write('removeMember', 'RemoveMemberInput', '', newMember), oneByOne: true },
    trackEvent: {
      document: 'mutation ($event: TrackingEventInput!) { trackEvent(event: $event) { tracked } }',
      variables: () => ({ event: makeEvent(app) }),
    },
    dryRunEvent: {
      document: 'mutation ($event: TrackingEventInput!) { dryRunEvent(event: $event) { accepted } }',
      variables: () => ({ event: makeEvent(app) }),
    },
    dryRunPayload: {
      document: 'mutation ($input: DryRunPayloadInput!) { dryRunPayload(input: $input) { accepted } }',
      variables: () => ({
        input: {
          organizationId: app.credentials.organizationId,
          productId: app.credentials.productId,
          payload: makeEvent(app),
        },
      }),
    },
    trackBatch: {
      document: 'mutation ($events: [JSON]!) { trackBatch(events: $events) { summary { tracked } } }',
      variables: () => ({ events: [makeEvent(app)] }),
    },
  };
}
