const TOTALS =
  '{ events eventsWithAccount eventsOfUse eventsOfUseWithoutTime calls failed families developers accounts newDevelopers accountsActivated activated newActivated activationShare retained matured returned returnShare refused refusedShare }';
/** The whole view of a company. */
export const VIEW = `query ($organizationId: ID!, $from: String!, $to: String!) {
  companyAdoption(organizationId: $organizationId, from: $from, to: $to) {
    label sources { source label events } totals ${TOTALS} previous ${TOTALS} funnel { family events developers accounts }
    days { day events developers accounts families { family events } } retention { cohort developers weeks }
    campaigns { campaignId source events developers accounts activated newDevelopers newActivated } accounts { accountDomain events developers firstSeen lastSeen activatedAt }
    developers { developerId events firstSeen lastSeen activatedAt retainedAt } toolCalls { mcpServer mcpTool calls failed } } }`;
const WINDOW = '$organizationId: ID!, $from: String!, $to: String!';
const WITHIN = 'organizationId: $organizationId, from: $from, to: $to';
const ACCOUNTS = `query ($sort: String, ${WINDOW}) { companyAccounts(${WITHIN}, sort: $sort, limit: 50) {
  items { accountDomain events developers firstSeen lastSeen activatedAt } nextCursor } }`;
const DEVELOPERS = `query ($sort: String, ${WINDOW}) { companyDevelopers(${WITHIN}, sort: $sort, limit: 50) {
  items { developerId events firstSeen lastSeen activatedAt retainedAt } nextCursor } }`;
const PRODUCTS =
  'families { family events firstSeen lastSeen } products { productId events activatedAt activationEventId }';

/** A company's questions beside its whole view: lists by what is added up, by what is looked up, and by the name; one account and one developer. */
export const READS = [
  ...['-events', 'developers', '-activatedAt', 'name'].map((sort) => ({
    name: `accounts by ${sort}`,
    document: ACCOUNTS,
    variables: { sort },
    answers: '"items":[{"accountDomain":"a',
  })),
  ...['-events', '-retainedAt', 'name'].map((sort) => ({
    name: `developers by ${sort}`,
    document: DEVELOPERS,
    variables: { sort },
    answers: '"items":[{"developerId":"dev_',
  })),
  {
    name: 'one account',
    document: `query (${WINDOW}) { companyAccount(${WITHIN}, accountDomain: "a7.example") { account { events developers } ${PRODUCTS} } }`,
    variables: {},
    answers: '"families":[{',
  },
  {
    name: 'one developer',
    document: `query (${WINDOW}) { companyDeveloper(${WITHIN}, developerId: "dev_7") { developer { events retainedAt } ${PRODUCTS} } }`,
    variables: {},
    answers: '"families":[{',
  },
];
