// Written from schema.graphql and the documents by `npm run schema`; a test fails when it is stale.
import { z } from 'zod';

export const buildBrief = {
  document: `query BuildBrief($intent: String!, $constraints: BriefConstraints) {
  reply: buildBrief(intent: $intent, constraints: $constraints) {
    goal
    saved
    planId
    receiptId
    saveUrl
    capabilities {
      id
      title
      phrase
    }
    stack {
      capability
      title
      tool {
        slug
        name
        summary
        pricing {
          model
          freeTier
        }
        maturity
        install {
          kind
          command
        }
        docs {
          url
          llmsTxt
        }
        licence {
          ...StatedLicence
        }
        environment
      }
      why
      alternatives {
        slug
        name
        why
      }
    }
    gaps {
      capability
      reason
    }
    openQuestions
    steps {
      ...Step
    }
    perks {
      id
      title
      tool
      claim
      rules
      url
    }
    risks {
      title
      detail
      tool
    }
    notices
  }
}
fragment StatedLicence on Licence {
  spdx
  source
  checkedAt
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}`,
  reply: z.object({
    goal: z.string().describe("The intent as it was understood."),
    saved: z.boolean().describe("Always false."),
    planId: z.string().nullable().describe("Always null: only a saved plan has an id."),
    receiptId: z.string().describe("A signed proof of question and answer; name it to save the plan."),
    saveUrl: z.string().describe("Where a signed-in person saves this plan."),
    capabilities: z.array(z.object({
      id: z.string(),
      title: z.string(),
      phrase: z.string().describe("The words of the intent that ask for it."),
    })),
    stack: z.array(z.object({
      capability: z.string(),
      title: z.string(),
      tool: z.object({
        slug: z.string(),
        name: z.string(),
        summary: z.string(),
        pricing: z.object({
          model: z.string(),
          freeTier: z.string().nullable(),
        }),
        maturity: z.string(),
        install: z.object({
          kind: z.string().nullable(),
          command: z.string().nullable(),
        }),
        docs: z.object({
          url: z.string().nullable(),
          llmsTxt: z.string().nullable(),
        }),
        licence: z.object({
          spdx: z.string().describe("An SPDX expression, such as MIT."),
          source: z.string(),
          checkedAt: z.string().describe("A day, YYYY-MM-DD."),
        }).nullable().describe("Its licence; null where it is not known."),
        environment: z.array(z.string()).describe("Names of environment variables; never values."),
      }),
      why: z.array(z.string()).describe("Reasons out of the catalog; figures with their label and day."),
      alternatives: z.array(z.object({
        slug: z.string(),
        name: z.string(),
        why: z.string(),
      })),
    })),
    gaps: z.array(z.object({
      capability: z.string(),
      reason: z.string(),
    })),
    openQuestions: z.array(z.string()).describe("What a person must decide."),
    steps: z.array(z.object({
      order: z.int(),
      title: z.string(),
      detail: z.string(),
      command: z.string().nullable().describe("What to run, as the tool’s own sources give it."),
      tool: z.string().nullable().describe("The slug of the tool that it is about."),
      needsAuthorization: z.boolean().describe("True when the person must agree to this action first."),
    })),
    perks: z.array(z.object({
      id: z.string(),
      title: z.string(),
      tool: z.string().describe("The slug of the tool that it is for."),
      claim: z.string().describe("native (claimed here, in a session) or provider_link (taken at the provider)."),
      rules: z.array(z.string()).describe("What it asks for, and what a claim is not."),
      url: z.string().nullable().describe("A tracked link to the provider; opening it is no claim."),
    })),
    risks: z.array(z.object({
      title: z.string(),
      detail: z.string(),
      tool: z.string().nullable(),
    })),
    notices: z.array(z.string()),
  }),
  untrusted: [
    'stack[].tool.name',
    'stack[].tool.summary',
    'stack[].tool.pricing.freeTier',
    'stack[].tool.install',
    'stack[].tool.docs',
    'stack[].tool.licence',
    'stack[].why',
    'stack[].alternatives[].name',
    'stack[].alternatives[].why',
    'openQuestions',
    'steps[].title',
    'steps[].detail',
    'steps[].command',
    'perks[].title',
    'perks[].rules',
    'risks[].title',
    'risks[].detail',
    'notices',
  ],
};

export const findPerks = {
  document: `query FindPerks($query: String, $toolSlug: String, $facts: EligibilityFactsInput, $limit: Int!, $cursor: String) {
  reply: offers(
    query: $query
    toolSlug: $toolSlug
    facts: $facts
    limit: $limit
    cursor: $cursor
  ) {
    total
    asOf
    nextCursor
    perks: offers {
      ...OfferCard
      claimRules
      eligibility {
        verdict
        missing
        requirements {
          requirement
          result
        }
      }
      tools {
        slug
        name
      }
      url
      termsUrl
    }
  }
}
fragment OfferCard on Offer {
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
  reply: z.object({
    total: z.int(),
    asOf: z.string(),
    nextCursor: z.string().nullable(),
    perks: z.array(z.object({
      slug: z.string(),
      title: z.string(),
      summary: z.string(),
      vendor: z.object({
        name: z.string().nullable(),
        domain: z.string().nullable(),
      }),
      kind: z.string(),
      value: z.object({
        text: z.string().nullable(),
        amountCents: z.int().nullable().describe("Integer minor units of the currency."),
        currency: z.string().nullable(),
        percent: z.number().nullable(),
        months: z.int().nullable(),
        upTo: z.boolean().describe("Amount or percentage is the most that one can get."),
      }),
      claim: z.string().describe("native (claimed here, in a session) or provider_link (taken at the provider)."),
      label: z.string().describe("first-party, public-source, sample or missing."),
      lastReadAt: z.string().nullable().describe("When its source was read last."),
      lastConfirmedAt: z.string().nullable().describe("When the provider itself confirmed it last."),
      endsAt: z.string().nullable().describe("When it ends, if its source states it."),
      source: z.object({
        kind: z.string().describe("vendor_statement: a reviewer approved it."),
        approvedOn: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Set while facts of it were stated and not read."),
      claimRules: z.array(z.string()).describe("What claiming means, in short sentences."),
      eligibility: z.object({
        verdict: z.string().describe("eligible, ineligible or unknown."),
        missing: z.array(z.string()).describe("Facts that would decide it, and `other`: requirements that a person has to read."),
        requirements: z.array(z.object({
          requirement: z.string(),
          result: z.string().describe("met, not_met or unknown."),
        })),
      }),
      tools: z.array(z.object({
        slug: z.string(),
        name: z.string(),
      })),
      url: z.string().nullable().describe("A tracked link to where one applies."),
      termsUrl: z.string().nullable(),
    })),
  }),
  untrusted: [
    'perks[].title',
    'perks[].summary',
    'perks[].vendor',
    'perks[].value.text',
    'perks[].claimRules',
    'perks[].eligibility.requirements',
    'perks[].tools[].name',
    'perks[].termsUrl',
  ],
};

export const getBuildPacket = {
  document: `query GetBuildPacket($planId: ID!) {
  reply: buildPacket(planId: $planId) {
    packetId
    planId
    digest
    goal
    expiresAt
    tracking {
      endpoint
      dryRunEndpoint
      keyVariable
      firstEvent
      rules
    }
    needsAuthorization {
      action
      detail
      tools
    }
    tools {
      slug
      name
      capability
      install {
        kind
        command
      }
      docs {
        url
        llmsTxt
        openapi
      }
      interfaces
      licence {
        ...StatedLicence
      }
    }
    environment {
      name
      tool
    }
    steps {
      ...Step
    }
    checks {
      title
      command
      expect
    }
    perks {
      id
      title
      claim
      rules
    }
    notices
  }
}
fragment StatedLicence on Licence {
  spdx
  source
  checkedAt
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}`,
  reply: z.object({
    packetId: z.string().describe("The same content has the same id."),
    planId: z.string(),
    digest: z.string().describe("SHA-256 of the canonical form (RFC 8785) of all but packetId, digest and expiresAt."),
    goal: z.string(),
    expiresAt: z.string(),
    tracking: z.object({
      endpoint: z.string(),
      dryRunEndpoint: z.string(),
      keyVariable: z.string().describe("The environment variable of the tracking key."),
      firstEvent: z.record(z.string(), z.unknown()).describe("An example to fill in; it holds no secret."),
      rules: z.array(z.string()),
    }),
    needsAuthorization: z.array(z.object({
      action: z.string().describe("provider_account_creation, paid_usage, legal_acceptance, external_messages or public_publication"),
      detail: z.string(),
      tools: z.array(z.string()).describe("Slugs of the tools that it concerns; empty when it holds for all."),
    })),
    tools: z.array(z.object({
      slug: z.string(),
      name: z.string(),
      capability: z.string(),
      install: z.object({
        kind: z.string().nullable(),
        command: z.string().nullable(),
      }),
      docs: z.object({
        url: z.string().nullable(),
        llmsTxt: z.string().nullable(),
        openapi: z.string().nullable().describe("Address of an OpenAPI description."),
      }),
      interfaces: z.array(z.string()),
      licence: z.object({
        spdx: z.string().describe("An SPDX expression, such as MIT."),
        source: z.string(),
        checkedAt: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Its licence as the plan has it; null where that is not known."),
    })),
    environment: z.array(z.object({
      name: z.string(),
      tool: z.string().nullable().describe("The slug of the tool; null for the tracking key."),
    })),
    steps: z.array(z.object({
      order: z.int(),
      title: z.string(),
      detail: z.string(),
      command: z.string().nullable().describe("What to run, as the tool’s own sources give it."),
      tool: z.string().nullable().describe("The slug of the tool that it is about."),
      needsAuthorization: z.boolean().describe("True when the person must agree to this action first."),
    })),
    checks: z.array(z.object({
      title: z.string(),
      command: z.string().nullable(),
      expect: z.string(),
    })),
    perks: z.array(z.object({
      id: z.string(),
      title: z.string(),
      claim: z.string(),
      rules: z.array(z.string()),
    })),
    notices: z.array(z.string()),
  }),
  untrusted: [
    'tools[].name',
    'tools[].install',
    'tools[].docs',
    'tools[].licence',
    'steps[].title',
    'steps[].detail',
    'steps[].command',
    'checks[].title',
    'checks[].command',
    'checks[].expect',
    'perks[].title',
    'perks[].rules',
    'notices',
  ],
};

export const getEnterpriseContext = {
  document: `query GetEnterpriseContext($productId: String) {
  reply: enterpriseContext(productId: $productId) {
    organization {
      id
      name
    }
    product {
      productId
      name
      type
    }
    plan {
      id
      opens
      lacks
    }
    key {
      name
      expiresAt
    }
    sources {
      source
      label
      events
      lastSeen
    }
    windows {
      periodDays {
        min
        max
      }
    }
    limits {
      callsPerMinute
      actions {
        min
        max
      }
      answerBytes
    }
    asOf
    notices
    auditReceiptId
  }
}`,
  reply: z.object({
    organization: z.object({
      id: z.string(),
      name: z.string(),
    }),
    product: z.object({
      productId: z.string().describe("As events carry it."),
      name: z.string(),
      type: z.string(),
    }),
    plan: z.object({
      id: z.string(),
      opens: z.array(z.string()),
      lacks: z.array(z.string()),
    }),
    key: z.object({
      name: z.string(),
      expiresAt: z.string(),
    }).nullable().describe("Null where a signed-in member reads."),
    sources: z.array(z.object({
      source: z.string().describe("The server interface (api), an import or the relay."),
      label: z.string().describe("first-party, sample, imported or relayed"),
      events: z.int(),
      lastSeen: z.string().nullable().describe("When the last of them arrived."),
    })).describe("Empty while no event of the product has arrived."),
    windows: z.object({
      periodDays: z.object({
        min: z.int(),
        max: z.int(),
      }),
    }),
    limits: z.object({
      callsPerMinute: z.int().describe("Calls of one key in a minute."),
      actions: z.object({
        min: z.int(),
        max: z.int(),
      }).describe("How many actions may be asked for."),
      answerBytes: z.int().describe("The longest answer of an MCP tool; a longer one is truncated and says so."),
    }),
    asOf: z.string(),
    notices: z.array(z.string()),
    auditReceiptId: z.string(),
  }),
  untrusted: [
    'organization.name',
    'product.name',
    'key.name',
  ],
};

export const prepareSubmission = {
  document: `query PrepareSubmission($kind: IntakeKind!, $contact: JSON, $organization: JSON, $note: String, $fields: JSON) {
  reply: previewIntake(
    kind: $kind
    contact: $contact
    organization: $organization
    note: $note
    fields: $fields
  ) {
    kind
    complete
    formUrl
    problems {
      pointer
      code
      detail
    }
    missing
    checks {
      ruleId
      result
      pointer
      reason
    }
    contractUrl
  }
}`,
  reply: z.object({
    kind: z.string(),
    complete: z.boolean().describe("The contract is fulfilled: a person can submit it as it is."),
    formUrl: z.string().nullable().describe("The form, filled in by the fragment of this address; null where a link can’t hold that much."),
    problems: z.array(z.object({
      pointer: z.string(),
      code: z.string(),
      detail: z.string(),
    })).describe("The first 40."),
    missing: z.array(z.string()).describe("Pointers of what has to be added before a draft can be prepared."),
    checks: z.array(z.object({
      ruleId: z.string(),
      result: z.string().describe("pass, fail or unknown."),
      pointer: z.string().describe("What it is about, in the submission."),
      reason: z.string(),
    })).describe("What would not pass, the first 20; what stands on the data of others is checked after the submission."),
    contractUrl: z.string().describe("The JSON Schema of the kind."),
  }),
  untrusted: [
  ],
};

export const searchTools = {
  document: `query SearchTools($q: String!, $limit: Int!, $cursor: String, $category: [String!]) {
  reply: directoryContext(
    q: $q
    limit: $limit
    cursor: $cursor
    category: $category
  ) {
    total
    asOf
    nextCursor
    receipt {
      id
      expiresAt
    }
    tools {
      ...ToolCard
      offers {
        slug
        title
        claim
      }
      rank {
        position
        reasons
      }
    }
  }
}
fragment ToolCard on ToolEntry {
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
}
fragment ToolFacts on ToolRecord {
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
}
fragment StatedLicence on Licence {
  spdx
  source
  checkedAt
}`,
  reply: z.object({
    total: z.int(),
    asOf: z.string(),
    nextCursor: z.string().nullable(),
    receipt: z.object({
      id: z.string(),
      expiresAt: z.string(),
    }),
    tools: z.array(z.object({
      slug: z.string(),
      name: z.string(),
      summary: z.string(),
      categories: z.array(z.string()),
      capabilities: z.array(z.string()),
      maturity: z.string(),
      interfaces: z.array(z.string()),
      licence: z.object({
        spdx: z.string().describe("An SPDX expression, such as MIT."),
        source: z.string(),
        checkedAt: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Its licence; null where it is not known."),
      environment: z.array(z.string()).describe("Names of environment variables; never values."),
      vendor: z.object({
        name: z.string().nullable(),
        domain: z.string().nullable(),
      }),
      pricing: z.object({
        model: z.string(),
        freeTier: z.string().nullable(),
      }),
      install: z.object({
        kind: z.string().nullable(),
        command: z.string().nullable(),
      }),
      docs: z.object({
        url: z.string().nullable(),
        llmsTxt: z.string().nullable(),
      }),
      verification: z.object({
        level: z.string(),
      }),
      proof: z.array(z.object({
        signal: z.string(),
        label: z.string(),
        asOf: z.string(),
      })),
      actions: z.array(z.object({
        kind: z.string(),
        url: z.string().describe("A tracked link: it counts one anonymous open and leads to the stored address."),
      })),
      sponsored: z.boolean().describe("Sponsorship is named and never moves a rank."),
      source: z.object({
        kind: z.string().describe("vendor_statement: a reviewer approved it."),
        approvedOn: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Set while facts of it were stated and not read."),
      offers: z.array(z.object({
        slug: z.string(),
        title: z.string(),
        claim: z.string().describe("native (claimed here, in a session) or provider_link (taken at the provider)."),
      })),
      rank: z.object({
        position: z.int(),
        reasons: z.array(z.string()),
      }),
    })),
  }),
  untrusted: [
    'tools[].name',
    'tools[].summary',
    'tools[].licence',
    'tools[].vendor',
    'tools[].pricing.freeTier',
    'tools[].install',
    'tools[].docs',
    'tools[].offers[].title',
    'tools[].rank.reasons',
  ],
};
