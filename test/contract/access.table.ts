/** What the letters of the tables stand for; `ok` is an answer with data. */
const VERDICTS: Record<string, string> = {
  ok: 'ok',
  '401': 'UNAUTHENTICATED',
  ses: 'SESSION_REQUIRED',
  wrg: 'WRONG_CREDENTIAL',
  xor: 'CROSS_ORIGIN',
  mem: 'NOT_A_MEMBER',
  '404': 'NOT_FOUND',
  con: 'STATE_CONFLICT', // allowed, and then there is no domain to verify
  val: 'VALIDATION_FAILED', // allowed, and then the event names another tenant's product
  bat: 'BATCH_REFUSED', // the same of each event of a batch
};

/** Written by hand, never derived from the declarations: who gets what from each operation. */
const BY_OPERATION = `
                     anonymous owner admin member stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey
  viewer             ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  eventCatalog       ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  directoryContext   ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  tool               ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  organization       401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  members            401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  products           401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  product            401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  trackingKeys       401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  events             401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  verdicts           401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  dailyCounts        401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  eventCoverage      401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  usageReconciliation 401      ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  auditEntries       401       ok    ok    mem    404      ok          ses           401          401          ses         401        ses        ses
  domainChallenge    401       ok    ok    mem    404      ok          ses           401          401          ses         401        ses        ses
  createOrganization 401       ok    ok    ok     ok       xor         ses           401          401          ses         401        ses        ses
  updateOrganization 401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  verifyDomain       401       con   con   mem    404      xor         ses           401          401          ses         401        ses        ses
  createProduct      401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  updateProduct      401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  createTrackingKey  401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  revokeTrackingKey  401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  declareAccount     401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  csvImport          401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  csvImports         401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  csvImportProblems  401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  checkCsvImport     401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  confirmCsvImport   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  inviteMember       401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  acceptInvitation   401       404   404   404    ok       xor         ses           401          401          ses         401        ses        ses
  changeMemberRole   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  removeMember       401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  trackEvent         401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  trackBatch         401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg
  dryRunEvent        401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  trackedEvent       401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
`;
const BY_PATH = `
                                   anonymous owner admin member stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey
  post:/api/usage/track            401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  post:/api/usage/track/batch      401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg
  post:/api/usage/track/dry-run    401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  get:/api/usage/events            401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
  get:/api/usage/events/{eventId}  401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
  get:/api/directory/context       ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  post:/api/imports/tracking-csv   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
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
