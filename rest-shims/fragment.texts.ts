// Written from schema.graphql and the documents by `npm run schema`; a test fails when it is stale.
export const fragmentTexts: Readonly<Record<string, { readonly spreads: readonly string[]; readonly text: string }>> = {
  StatedLicence: {
    spreads: [],
    text: `fragment StatedLicence on Licence {
  spdx
  source
  checkedAt
}`,
  },
  ToolFacts: {
    spreads: ['StatedLicence'],
    text: `fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    ...StatedLicence
  }
  environment
}`,
  },
  ToolCard: {
    spreads: ['ToolFacts', 'StatedLicence'],
    text: `fragment ToolCard on ToolEntry {
  ...ToolFacts
  vendor {
    name
    domain
  }
  pricing {
    model
    freeTier
  }
  install {
    kind
    command
  }
  docs {
    url
    llmsTxt
  }
  verification {
    level
  }
  proof {
    signal
    label
    asOf
  }
  actions {
    kind
    url
  }
  sponsored
  source {
    kind
    approvedOn
  }
}`,
  },
  Tool: {
    spreads: ['ToolCard', 'ToolFacts', 'StatedLicence'],
    text: `fragment Tool on ToolEntry {
  ...ToolCard
  id
  aliases
  docs {
    openapi
  }
  verification {
    method
    checkedAt
  }
  measures {
    kind
    subject
    value
    label
    source
    asOf
    change
    changeSince
  }
  offers {
    id
    slug
    title
    claim
  }
  sources {
    kind
    url
    via
    readAt
    approvedOn
    facts
  }
  updatedAt
}`,
  },
  Compared: {
    spreads: [],
    text: `fragment Compared on ToolComparison {
  competeFor {
    id
    title
  }
  facts {
    id
    title
    differs
    cells {
      slug
      values
      sources {
        kind
        url
        via
        readAt
        approvedOn
        facts
      }
    }
  }
  others {
    slug
    name
    summary
    reasons
  }
  asOf
}`,
  },
  Explained: {
    spreads: ['HowRead'],
    text: `fragment Explained on ResultExplanation {
  query
  slug
  name
  position
  total
  reasons
  leftOutBy
  detail
  understood {
    ...HowRead
  }
}`,
  },
  FoundTool: {
    spreads: [],
    text: `fragment FoundTool on RankedTool {
  id
  slug
  name
  summary
  capabilities
  maturity
  sponsored
  pricing {
    model
    freeTier
  }
  proof {
    signal
    label
    asOf
  }
  offers {
    id
  }
  rank {
    position
    reasons
  }
  source {
    kind
    approvedOn
  }
}`,
  },
  CatalogRecord: {
    spreads: ['ToolFacts', 'StatedLicence'],
    text: `fragment CatalogRecord on CatalogTool {
  ...ToolFacts
  id
  revision
  listed
  origin
  originKey
  editedAt
  updatedAt
  aliases
  vendor {
    name
    domain
  }
  website
  pricing {
    model
    freeTier
    url
  }
  signupUrl
  install {
    kind
    command
  }
  packages {
    registry
    name
  }
  docs {
    url
    llmsTxt
    openapi
  }
  sources {
    kind
    url
    via
    readAt
    approvedOn
    facts
  }
  source {
    kind
    approvedOn
  }
}`,
  },
  FacetCounts: {
    spreads: [],
    text: `fragment FacetCounts on Facets {
  category {
    value
    count
  }
  pricing {
    value
    count
  }
  maturity {
    value
    count
  }
  proof {
    value
    count
  }
  interface {
    value
    count
  }
  licence {
    value
    count
  }
}`,
  },
  SignedRead: {
    spreads: [],
    text: `fragment SignedRead on ReadReceipt {
  id
  query
  asOf
  expiresAt
  resultDigest
}`,
  },
  HowRead: {
    spreads: [],
    text: `fragment HowRead on QuestionReading {
  needs {
    id
    title
    phrase
  }
  words
}`,
  },
  OfferCard: {
    spreads: [],
    text: `fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
  source {
    kind
    approvedOn
  }
}`,
  },
  Step: {
    spreads: [],
    text: `fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}`,
  },
  ListedTool: {
    spreads: [],
    text: `fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}`,
  },
  ToolProof: {
    spreads: [],
    text: `fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
  },
  OwnProject: {
    spreads: ['ListedTool', 'ToolProof'],
    text: `fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
    receipt
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    approvalReceipt
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  listed
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}`,
  },
  ProvenProject: {
    spreads: [],
    text: `fragment ProvenProject on PublicProject {
  slug
  title
  summary
  description
  url
  repositoryUrl
  publishedAt
  tools {
    slug
    name
    role
    state
    selectedAt
    activatedAt
    retainedAt
    label
  }
  proof {
    madeAt
  }
  approvalReceipt
  notices
  listed
}`,
  },
  SkillProblem: {
    spreads: [],
    text: `fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}`,
  },
  RiskFinding: {
    spreads: [],
    text: `fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
  },
  SkillFacts: {
    spreads: [],
    text: `fragment SkillFacts on SkillReading {
  id
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
}`,
  },
  SkillVerdict: {
    spreads: ['SkillProblem'],
    text: `fragment SkillVerdict on SkillValidation {
  valid
  errors {
    ...SkillProblem
  }
  warnings {
    ...SkillProblem
  }
}`,
  },
  SkillChecks: {
    spreads: ['SkillVerdict', 'SkillProblem', 'RiskFinding'],
    text: `fragment SkillChecks on AgentSkillImport {
  persisted
  validation {
    ...SkillVerdict
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
}`,
  },
  UsageTool: {
    spreads: [],
    text: `fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
  },
  Connection: {
    spreads: ['UsageTool'],
    text: `fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}`,
  },
  Receipt: {
    spreads: ['UsageTool'],
    text: `fragment Receipt on UsageReceipt {
  id
  tool {
    ...UsageTool
  }
  receiptType
  state
  success
  durationMs
  spendCents
  projectId
  createdAt
  deliveredAt
  failure
  attempts
  nextAttemptAt
}`,
  },
};
