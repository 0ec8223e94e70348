// Written from schema.graphql and the documents by `npm run schema`; a test fails when it is stale.
import { z } from 'zod';

export const FundingStage = ['bootstrapped', 'pre_seed', 'seed', 'series_a', 'series_b', 'later'] as const;
export const Maturity = ['experimental', 'beta', 'stable', 'deprecated', 'unknown'] as const;
export const PricingModel = ['free', 'freemium', 'usage', 'subscription', 'enterprise', 'open_source', 'unknown'] as const;
export const ProofSignal = ['docs_mcp', 'activation', 'retained', 'public_source', 'offer'] as const;
export const ToolInterface = ['rest', 'graphql', 'sdk', 'cli', 'mcp'] as const;

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
      id: z.string().describe("The slug of the capability."),
      title: z.string().describe("Its name in words."),
      phrase: z.string().describe("The words of the intent that ask for it."),
    })).describe("Parts that the intent asks for."),
    stack: z.array(z.object({
      capability: z.string().describe("The slug of the part."),
      title: z.string().describe("The part in words."),
      tool: z.object({
        slug: z.string().describe("Short name in addresses."),
        name: z.string().describe("The tool's name."),
        summary: z.string().describe("One or two sentences, in our own words."),
        pricing: z.object({
          model: z.string().describe("The main way, where there are several."),
          freeTier: z.string().nullable().describe("What costs nothing, in words."),
        }).describe("How it is paid for."),
        maturity: z.string().describe("How far it has come."),
        install: z.object({
          kind: z.string().nullable().describe("Package manager or other way."),
          command: z.string().nullable().describe("Command to run."),
        }).describe("How it is installed."),
        docs: z.object({
          url: z.string().nullable().describe("Documentation for people."),
          llmsTxt: z.string().nullable().describe("Its llms.txt, for agents."),
        }).describe("Where it is documented."),
        licence: z.object({
          spdx: z.string().describe("An SPDX expression, such as MIT."),
          source: z.string().describe("Page that states them."),
          checkedAt: z.string().describe("A day, YYYY-MM-DD."),
        }).nullable().describe("Its licence; null where it is not known."),
        environment: z.array(z.string()).describe("Names of environment variables; never values."),
      }).describe("The choice for this part."),
      why: z.array(z.string()).describe("Reasons out of the catalog; figures with their label and day."),
      alternatives: z.array(z.object({
        slug: z.string().describe("The tool's short name in addresses."),
        name: z.string().describe("The tool's name."),
        why: z.string().describe("Its strongest facts in one line."),
      })).describe("The next best tools, at most three."),
    })).describe("The chosen tool of each part."),
    gaps: z.array(z.object({
      capability: z.string().describe("The slug of the part that stays open, or the words in which no need was read."),
      reason: z.string().describe("Why no tool was taken."),
    })).describe("Parts without a tool."),
    openQuestions: z.array(z.string()).describe("Decisions that a person must make."),
    steps: z.array(z.object({
      order: z.int().describe("Counts the steps, from 1."),
      title: z.string().describe("The step in a few words."),
      detail: z.string().describe("How to do it, and what to look at."),
      command: z.string().nullable().describe("The command to run, as the tool’s own sources give it."),
      tool: z.string().nullable().describe("The slug of the tool that it is about."),
      needsAuthorization: z.boolean().describe("True when the person must agree to this action first."),
    })).describe("Work in its order."),
    perks: z.array(z.object({
      id: z.string().describe("The offer in the directory, ofr_…."),
      title: z.string().describe("The offer's name."),
      tool: z.string().describe("The slug of the tool that it is for."),
      claim: z.string().describe("Claimed here in a session, or taken at the provider."),
      rules: z.array(z.string()).describe("Its requirements, and what a claim is not."),
      url: z.string().nullable().describe("A tracked link to the provider; opening it is no claim."),
    })).describe("Live offers of the chosen tools."),
    risks: z.array(z.object({
      title: z.string().describe("The risk in a few words."),
      detail: z.string().describe("Its reason, and how to meet it."),
      tool: z.string().nullable().describe("The slug of the tool that brings it; null for a gap."),
    })).describe("Known from the data of the catalog alone."),
    notices: z.array(z.string()).describe("Parts of the intent that were left out or not understood."),
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

export const enterpriseSessionBrief = {
  document: `query EnterpriseSessionBrief($metrics: EnterpriseMetricsInput, $sample: Boolean, $live: Boolean, $productId: String) {
  reply: enterpriseSessionBrief(
    metrics: $metrics
    sample: $sample
    live: $live
    productId: $productId
  ) {
    label
    basis
    grade
    findings {
      ...Finding
    }
    questions
    report {
      ...Report
    }
    nulls {
      pointer
      reason
    }
    notices
    auditReceiptId
  }
}
fragment Finding on EnterpriseFinding {
  title
  metric
  value
  previous
  window {
    from
    to
    days
  }
  label
}
fragment Report on EnterpriseReport {
  summary {
    grade
    headline
    nulls
    largest {
      ...Finding
    }
  }
  scope {
    organizationId
    productId
  }
  window {
    from
    to
    days
  }
  previousWindow {
    from
    to
    days
  }
  label
  asOf
  sources {
    source
    label
    events
  }
  funnel {
    family
    events
    developers
    accounts
  }
  totals {
    ...ReportTotals
  }
  previous {
    ...ReportTotals
  }
  accounts {
    accountDomain
    events
    developers
    activatedAt
    firstSeen
    lastSeen
  }
  campaigns {
    campaignId
    source
    events
    developers
    accounts
    newDevelopers
    newActivated
    activated
  }
  retention {
    cohort
    developers
    weeks
  }
  toolCalls {
    mcpServer
    mcpTool
    calls
    failed
    failureShare
  }
  receipts {
    byType {
      receiptType
      receipts
      withOutcome
      successShare
      withCost
      costCents
      withLatency
      latencyMs {
        p50
        p95
      }
    }
    receipts
    withOutcome
    successShare
    withCost
    costCents
    withLatency
    latencyMs {
      p50
      p95
    }
  }
  grades {
    id
    value
    grade
    basis
    reason
  }
  nulls {
    pointer
    reason
  }
  notices
  truncated
  leftOut {
    part
    rows
  }
  nextCursor
  auditReceiptId
}
fragment ReportTotals on AdoptionTotals {
  developers
  accounts
  events
  newDevelopers
  newActivated
  activationShare
  activated
  accountsActivated
  retained
  matured
  returned
  returnShare
  eventsOfUse
  eventsOfUseWithoutTime
  eventsWithAccount
  calls
  failed
  families
  refused
  refusedShare
}`,
  reply: z.object({
    label: z.string().describe("modelled, sample, or the label of the live report."),
    basis: z.string().describe("Whether the figures are given, sample or live."),
    grade: z.string().nullable().describe("A to E; null where too little is known."),
    findings: z.array(z.object({
      title: z.string().describe("The finding in a line."),
      metric: z.string().describe("Name of the figure."),
      value: z.number().nullable().describe("The figure; null where unknown."),
      previous: z.number().nullable().describe("The same number of the window before; null where none is compared."),
      window: z.object({
        from: z.string().nullable().describe("First UTC day; null for all days so far."),
        to: z.string().describe("Last UTC day."),
        days: z.int().nullable().describe("How many days it has; null for all days so far."),
      }).nullable().describe("Null where the caller named none."),
      label: z.string().describe("Evidence label of its events."),
    })).describe("Figures that stand out."),
    questions: z.array(z.string()).describe("Questions that the numbers raise or leave open."),
    report: z.object({
      summary: z.object({
        grade: z.string().nullable().describe("The mean of at least three grades, rounded down."),
        headline: z.string().describe("The verdict in a sentence or two."),
        nulls: z.array(z.string()).describe("Pointers to everything that is null; nulls has their reasons."),
        largest: z.array(z.object({
          title: z.string().describe("The finding in a line."),
          metric: z.string().describe("Name of the figure."),
          value: z.number().nullable().describe("The figure; null where unknown."),
          previous: z.number().nullable().describe("The same number of the window before; null where none is compared."),
          window: z.object({
            from: z.string().nullable().describe("First UTC day; null for all days so far."),
            to: z.string().describe("Last UTC day."),
            days: z.int().nullable().describe("How many days it has; null for all days so far."),
          }).nullable().describe("Null where the caller named none."),
          label: z.string().describe("Evidence label of its events."),
        })).describe("The three actions of highest rank, or else the three largest relative changes of totals."),
      }).describe("The verdict."),
      scope: z.object({
        organizationId: z.string().describe("The organization that the answer is about."),
        productId: z.string().describe("As events carry it."),
      }).describe("Organization and product."),
      window: z.object({
        from: z.string().describe("First UTC day, YYYY-MM-DD."),
        to: z.string().describe("Last UTC day, YYYY-MM-DD."),
        days: z.int().describe("How many days it has."),
      }).describe("Closed UTC days before today."),
      previousWindow: z.object({
        from: z.string().describe("First UTC day, YYYY-MM-DD."),
        to: z.string().describe("Last UTC day, YYYY-MM-DD."),
        days: z.int().describe("How many days it has."),
      }).describe("The interval of equal length before, which previous is about."),
      label: z.string().describe("first-party, sample, or missing where no event of the window counts."),
      asOf: z.string().describe("Events recorded by then are counted."),
      sources: z.array(z.object({
        source: z.string().describe("api, relay or an import of a file: only api counts."),
        label: z.string().describe("first-party, sample or imported."),
        events: z.int().describe("How many events came by it."),
      })).describe("Where events came from, and which of them count."),
      funnel: z.array(z.object({
        family: z.string().describe("The family that they are of."),
        events: z.int().describe("How many events count."),
        developers: z.int().describe("How many developers they are of."),
        accounts: z.int().describe("How many customer accounts they are of."),
      })).describe("Figures by family."),
      totals: z.object({
        developers: z.int().describe("How many developers they are of."),
        accounts: z.int().describe("How many customer accounts they are of."),
        events: z.int().describe("How many events count."),
        newDevelopers: z.int().describe("Developers whose earliest counted event, of all time, lies in the window."),
        newActivated: z.int().describe("New developers with an activation by the end of the window."),
        activationShare: z.number().nullable().describe("newActivated ÷ newDevelopers; null without a new developer."),
        activated: z.int().describe("Developers whose earliest activation lies in the window."),
        accountsActivated: z.int().describe("Accounts whose earliest activation lies in the window."),
        retained: z.int().describe("Of the activated those who returned at least 7 × 24 hours later, whenever it was."),
        matured: z.int().describe("Developers whose earliest activation lies in the same window 14 days earlier: time enough to return."),
        returned: z.int().describe("Those of them who returned from 7 × 24 to less than 14 × 24 hours after it."),
        returnShare: z.number().nullable().describe("returned ÷ matured; null without a developer who matured."),
        eventsOfUse: z.int().describe("Those of the families activation and retention; a failed call is no use."),
        eventsOfUseWithoutTime: z.int().describe("Events of use without occurredAt: they prove no return."),
        eventsWithAccount: z.int().describe("Those of them that name an account."),
        calls: z.int().describe("Calls of MCP tools, of any family, since a call has none by its name."),
        failed: z.int().describe("Those of them that failed."),
        families: z.int().describe("How many of the six families arrived, also in a view of one."),
        refused: z.int().nullable().describe("Events of the keys that were refused, by the day on which they were sent; null in a view of one family, since a refused event has none."),
        refusedShare: z.number().nullable().describe("refused ÷ (refused + events); null where both are zero, and in a view of one family."),
      }).describe("Figures of the window."),
      previous: z.object({
        developers: z.int().describe("How many developers they are of."),
        accounts: z.int().describe("How many customer accounts they are of."),
        events: z.int().describe("How many events count."),
        newDevelopers: z.int().describe("Developers whose earliest counted event, of all time, lies in the window."),
        newActivated: z.int().describe("New developers with an activation by the end of the window."),
        activationShare: z.number().nullable().describe("newActivated ÷ newDevelopers; null without a new developer."),
        activated: z.int().describe("Developers whose earliest activation lies in the window."),
        accountsActivated: z.int().describe("Accounts whose earliest activation lies in the window."),
        retained: z.int().describe("Of the activated those who returned at least 7 × 24 hours later, whenever it was."),
        matured: z.int().describe("Developers whose earliest activation lies in the same window 14 days earlier: time enough to return."),
        returned: z.int().describe("Those of them who returned from 7 × 24 to less than 14 × 24 hours after it."),
        returnShare: z.number().nullable().describe("returned ÷ matured; null without a developer who matured."),
        eventsOfUse: z.int().describe("Those of the families activation and retention; a failed call is no use."),
        eventsOfUseWithoutTime: z.int().describe("Events of use without occurredAt: they prove no return."),
        eventsWithAccount: z.int().describe("Those of them that name an account."),
        calls: z.int().describe("Calls of MCP tools, of any family, since a call has none by its name."),
        failed: z.int().describe("Those of them that failed."),
        families: z.int().describe("How many of the six families arrived, also in a view of one."),
        refused: z.int().nullable().describe("Events of the keys that were refused, by the day on which they were sent; null in a view of one family, since a refused event has none."),
        refusedShare: z.number().nullable().describe("refused ÷ (refused + events); null where both are zero, and in a view of one family."),
      }).describe("Figures of previousWindow."),
      accounts: z.array(z.object({
        accountDomain: z.string().describe("Registered domain of the customer."),
        events: z.int().describe("How many events count."),
        developers: z.int().describe("How many developers they are of."),
        activatedAt: z.string().nullable().describe("Its earliest activation, whenever it was."),
        firstSeen: z.string().describe("Of its first event in the window."),
        lastSeen: z.string().describe("Of its last event in the window."),
      })).describe("The 50 with most events."),
      campaigns: z.array(z.object({
        campaignId: z.string().describe("The campaign, as events carry it."),
        source: z.string().nullable().describe("Where the campaign ran; null where events don't say."),
        events: z.int().describe("How many events count."),
        developers: z.int().describe("How many developers they are of."),
        accounts: z.int().describe("How many customer accounts they are of."),
        newDevelopers: z.int().describe("New developers whose earliest counted event names it."),
        newActivated: z.int().describe("Those of them with an activation by the end of the window."),
        activated: z.int().describe("Its developers whose earliest activation lies in the window."),
      })).describe("Campaigns with most events."),
      retention: z.array(z.object({
        cohort: z.string().describe("Such as 2026-W45."),
        developers: z.int().describe("How many developers began in it."),
        weeks: z.array(z.int()).describe("How many of them used the product in the k-th week after; the first is all of them. Weeks that have not ended by the window’s last day are absent."),
      })).describe("Cohorts by the week of their first event."),
      toolCalls: z.array(z.object({
        mcpServer: z.string().nullable().describe("Null where the event carries no receipt."),
        mcpTool: z.string().nullable().describe("The tool, as events carry it."),
        calls: z.int().describe("How often it was called."),
        failed: z.int().describe("How many calls failed."),
        failureShare: z.number().nullable().describe("failed ÷ calls; null below 5 calls."),
      })).describe("MCP tools with most calls."),
      receipts: z.object({
        byType: z.array(z.object({
          receiptType: z.string().describe("model_call, api_call, mcp_tool_call, spend or build."),
          receipts: z.int().describe("How many there are."),
          withOutcome: z.int().describe("Receipts that say whether the call succeeded."),
          successShare: z.number().nullable().describe("Successful ones ÷ withOutcome."),
          withCost: z.int().describe("Receipts that have a cost."),
          costCents: z.number().nullable().describe("The sum of their costs in US cents, with up to 6 decimals."),
          withLatency: z.int().describe("Receipts that have a latency."),
          latencyMs: z.object({
            p50: z.number().nullable().describe("Half of the receipts with a latency took at most so long."),
            p95: z.number().nullable().describe("95 % of them took at most so long."),
          }).describe("Latencies in milliseconds."),
        })).describe("Receipts by kind."),
        receipts: z.int().nullable().describe("Null where folding began to count receipts within the window."),
        withOutcome: z.int().nullable().describe("Receipts that say whether the call succeeded."),
        successShare: z.number().nullable().describe("Successful ones ÷ withOutcome."),
        withCost: z.int().nullable().describe("Receipts that have a cost."),
        costCents: z.number().nullable().describe("The sum of their costs in US cents, with up to 6 decimals."),
        withLatency: z.int().nullable().describe("Receipts that have a latency."),
        latencyMs: z.object({
          p50: z.number().nullable().describe("Half of the receipts with a latency took at most so long."),
          p95: z.number().nullable().describe("95 % of them took at most so long."),
        }).describe("Latencies in milliseconds."),
      }).describe("Receipts in the counted events."),
      grades: z.array(z.object({
        id: z.string().describe("Name of the part."),
        value: z.number().nullable().describe("The number that is graded."),
        grade: z.string().nullable().describe("A to E; null where its basis is missing."),
        basis: z.string().describe("The counts that the value was made of."),
        reason: z.string().nullable().describe("Why there is no grade."),
      })).describe("Grades by part."),
      nulls: z.array(z.object({
        pointer: z.string().describe("A JSON pointer into the answer, such as /totals/returnShare."),
        reason: z.string().describe("Why it is null."),
      })).describe("Everything that is null, and why."),
      notices: z.array(z.string()).describe("What a reader has to know of the answer."),
      truncated: z.boolean().describe("Rows are left out of this answer: leftOut counts them, nextCursor gets them."),
      leftOut: z.array(z.object({
        part: z.string().describe("The member of the answer that is cut."),
        rows: z.int().describe("How many of its rows are left out."),
      })).describe("Empty where nothing is left out."),
      nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last one."),
      auditReceiptId: z.string().describe("The audit receipt of this call."),
    }).nullable().describe("The report of 30 days; null unless live."),
    nulls: z.array(z.object({
      pointer: z.string().describe("A JSON pointer into the answer, such as /totals/returnShare."),
      reason: z.string().describe("Why it is null."),
    })).describe("Everything that is null, and why."),
    notices: z.array(z.string()).describe("What a reader has to know of the answer."),
    auditReceiptId: z.string().describe("The audit receipt of this call."),
  }),
  untrusted: [
    'findings[].title',
    'findings[].metric',
    'report.summary.headline',
    'report.summary.largest[].title',
    'report.summary.largest[].metric',
    'report.accounts[].accountDomain',
    'report.campaigns[].campaignId',
    'report.campaigns[].source',
    'report.toolCalls[].mcpServer',
    'report.toolCalls[].mcpTool',
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
    total: z.int().describe("How many offers match."),
    asOf: z.string().describe("State of the catalog that answered."),
    nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last one."),
    perks: z.array(z.object({
      slug: z.string().describe("Short name in addresses."),
      title: z.string().describe("Heading of the offer."),
      summary: z.string().describe("One or two sentences, in our own words."),
      vendor: z.object({
        name: z.string().nullable().describe("Name of the company."),
        domain: z.string().nullable().describe("The company's own domain."),
      }).describe("The company that makes the offer."),
      kind: z.string().describe("What its taker gets."),
      value: z.object({
        text: z.string().nullable().describe("The value in words."),
        amountCents: z.int().nullable().describe("Integer minor units of the currency."),
        currency: z.string().nullable().describe("ISO 4217 code."),
        percent: z.number().nullable().describe("Discount, in percent."),
        months: z.int().nullable().describe("How long it lasts."),
        upTo: z.boolean().describe("Amount or percentage is the most that one can get."),
      }).describe("What it is worth."),
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
          requirement: z.string().describe("The condition in words."),
          result: z.string().describe("met, not_met or unknown."),
        })).describe("All requirements of the offer."),
      }).describe("Who may claim it, judged by the given facts."),
      tools: z.array(z.object({
        slug: z.string().describe("Short name in addresses."),
        name: z.string().describe("The tool's name."),
      })).describe("Tools that it is for."),
      url: z.string().nullable().describe("A tracked link to where one applies."),
      termsUrl: z.string().nullable().describe("Page with the terms."),
    })).describe("Offers of this page."),
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
    planId: z.string().describe("The saved plan that it carries out."),
    digest: z.string().describe("SHA-256 of the canonical form (RFC 8785) of all but packetId, digest and expiresAt."),
    goal: z.string().describe("The intent of the plan."),
    expiresAt: z.string().describe("Ask again after this moment."),
    tracking: z.object({
      endpoint: z.string().describe("Takes real events by POST."),
      dryRunEndpoint: z.string().describe("Checks an event and stores nothing."),
      keyVariable: z.string().describe("The environment variable of the tracking key."),
      firstEvent: z.record(z.string(), z.unknown()).describe("An example to fill in; it holds no secret."),
      rules: z.array(z.string()).describe("They hold for every event."),
    }).describe("Sends events of the caller's own product."),
    needsAuthorization: z.array(z.object({
      action: z.string().describe("The kind of action."),
      detail: z.string().describe("Acts that it covers."),
      tools: z.array(z.string()).describe("Slugs of the tools that it concerns; empty when it holds for all."),
    })).describe("Actions that need a yes of the person each time."),
    tools: z.array(z.object({
      slug: z.string().describe("The tool's short name in addresses."),
      name: z.string().describe("Its name when the plan was saved."),
      capability: z.string().describe("The slug of the part that it takes."),
      install: z.object({
        kind: z.string().nullable().describe("Package manager or other way."),
        command: z.string().nullable().describe("Command to run."),
      }).describe("How to add it to a project."),
      docs: z.object({
        url: z.string().nullable().describe("Documentation for people."),
        llmsTxt: z.string().nullable().describe("Its llms.txt, for agents."),
        openapi: z.string().nullable().describe("Address of an OpenAPI description."),
      }).describe("Addresses that an agent can read."),
      interfaces: z.array(z.string()).describe("Ways to call it, such as rest or mcp."),
      licence: z.object({
        spdx: z.string().describe("An SPDX expression, such as MIT."),
        source: z.string().describe("Page that states them."),
        checkedAt: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Its licence as the plan has it; null where that is not known."),
    })).describe("The chosen tool of each part, as the plan has it."),
    environment: z.array(z.object({
      name: z.string().describe("As programs read it."),
      tool: z.string().nullable().describe("The slug of the tool; null for the tracking key."),
    })).describe("Variables to set before the first call."),
    steps: z.array(z.object({
      order: z.int().describe("Counts the steps, from 1."),
      title: z.string().describe("The step in a few words."),
      detail: z.string().describe("How to do it, and what to look at."),
      command: z.string().nullable().describe("The command to run, as the tool’s own sources give it."),
      tool: z.string().nullable().describe("The slug of the tool that it is about."),
      needsAuthorization: z.boolean().describe("True when the person must agree to this action first."),
    })).describe("Work in its order."),
    checks: z.array(z.object({
      title: z.string().describe("The thing that is checked."),
      command: z.string().nullable().describe("Prints no secret; null where a call has to be made by hand."),
      expect: z.string().describe("The result when all is well."),
    })).describe("They show that each part is in place."),
    perks: z.array(z.object({
      id: z.string().describe("The offer in the directory, ofr_…."),
      title: z.string().describe("The offer's name."),
      claim: z.string().describe("Claimed here in a session, or taken at the provider."),
      rules: z.array(z.string()).describe("Its requirements, and what a claim is not."),
    })).describe("Offers of the plan that are still live."),
    notices: z.array(z.string()).describe("Changes since the save, and gaps."),
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

export const getEnterpriseActions = {
  document: `query GetEnterpriseActions($productId: String!, $limit: Int) {
  reply: enterpriseActions(productId: $productId, limit: $limit) {
    scope {
      organizationId
      productId
    }
    window {
      from
      to
      days
    }
    label
    asOf
    actions {
      id
      ruleId
      ruleVersion
      rank
      title
      why
      evidence {
        metric
        value
        previous
        window {
          from
          to
          days
        }
        label
        eventIds
      }
      step
      url
    }
    nulls {
      pointer
      reason
    }
    notices
    truncated
    leftOut {
      part
      rows
    }
    auditReceiptId
  }
}`,
  reply: z.object({
    scope: z.object({
      organizationId: z.string().describe("The organization that the answer is about."),
      productId: z.string().describe("As events carry it."),
    }).describe("Organization and product."),
    window: z.object({
      from: z.string().describe("First UTC day, YYYY-MM-DD."),
      to: z.string().describe("Last UTC day, YYYY-MM-DD."),
      days: z.int().describe("How many days it has."),
    }).describe("Days that the rules compare."),
    label: z.string().describe("first-party, sample, or missing where no event of the window counts."),
    asOf: z.string().describe("Events recorded by then are counted."),
    actions: z.array(z.object({
      id: z.string().describe("The rule and what it is about."),
      ruleId: z.string().describe("Rule that fired."),
      ruleVersion: z.int().describe("Version of the rule."),
      rank: z.int().describe("1 is the first: by the weight of the rule and how much it touches."),
      title: z.string().describe("The finding in a line."),
      why: z.string().describe("The finding with its figures."),
      evidence: z.array(z.object({
        metric: z.string().describe("Name of the figure."),
        value: z.number().describe("The figure."),
        previous: z.number().nullable().describe("The same of the window before; null where nothing is compared."),
        window: z.object({
          from: z.string().nullable().describe("First UTC day; null for all days so far."),
          to: z.string().describe("Last UTC day."),
          days: z.int().nullable().describe("How many days it has; null for all days so far."),
        }).describe("Days that it is about."),
        label: z.string().describe("Evidence label of its events."),
        eventIds: z.array(z.string()).nullable().describe("Events that prove it by themselves; null where none does."),
      })).describe("Figures that made the rule fire."),
      step: z.string().describe("What a person does about it."),
      url: z.string().describe("The page of the workspace that does it."),
    })).describe("Actions by rank."),
    nulls: z.array(z.object({
      pointer: z.string().describe("A JSON pointer into the answer, such as /totals/returnShare."),
      reason: z.string().describe("Why it is null."),
    })).describe("Rules that could not decide, and why."),
    notices: z.array(z.string()).describe("What a reader has to know of the answer."),
    truncated: z.boolean().describe("Actions are left out of this answer: leftOut counts them."),
    leftOut: z.array(z.object({
      part: z.string().describe("The member of the answer that is cut."),
      rows: z.int().describe("How many of its rows are left out."),
    })).describe("Empty where nothing is left out."),
    auditReceiptId: z.string().describe("The audit receipt of this call."),
  }),
  untrusted: [
    'actions[].id',
    'actions[].title',
    'actions[].why',
    'actions[].evidence[].metric',
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
      id: z.string().describe("Identifier, org_…."),
      name: z.string().describe("Name of the organization."),
    }).describe("The organization of the caller."),
    product: z.object({
      productId: z.string().describe("As events carry it."),
      name: z.string().describe("Name of the product."),
      type: z.string().describe("Kind of product."),
    }).describe("The product that answers are about."),
    plan: z.object({
      id: z.string().describe("free or paid."),
      opens: z.array(z.string()).describe("Tools that the plan opens."),
      lacks: z.array(z.string()).describe("Tools that it does not open."),
    }).describe("The organization's plan."),
    key: z.object({
      name: z.string().describe("Name of the key."),
      expiresAt: z.string().describe("Moment from which it is refused."),
    }).nullable().describe("Null where a signed-in member reads."),
    sources: z.array(z.object({
      source: z.string().describe("The server interface (api), an import or the relay."),
      label: z.string().describe("first-party, sample, imported or relayed"),
      events: z.int().describe("How many events came by it."),
      lastSeen: z.string().nullable().describe("When the last of them arrived."),
    })).describe("Empty while no event of the product has arrived."),
    windows: z.object({
      periodDays: z.object({
        min: z.int().describe("The smallest."),
        max: z.int().describe("The largest."),
      }).describe("Days that a report may cover."),
    }).describe("Windows that a report may cover."),
    limits: z.object({
      callsPerMinute: z.int().describe("Calls of one key in a minute."),
      actions: z.object({
        min: z.int().describe("The smallest."),
        max: z.int().describe("The largest."),
      }).describe("How many actions may be asked for."),
      answerBytes: z.int().describe("The longest answer of an MCP tool; a longer one is truncated and says so."),
    }).describe("Bounds of answers."),
    asOf: z.string().describe("Events recorded by then are counted."),
    notices: z.array(z.string()).describe("What a reader has to know of the answer."),
    auditReceiptId: z.string().describe("The audit receipt of this call."),
  }),
  untrusted: [
    'organization.name',
    'product.name',
    'key.name',
  ],
};

export const getEnterpriseReport = {
  document: `query GetEnterpriseReport($productId: String!, $periodDays: Int!, $cursor: String) {
  reply: enterpriseReport(
    productId: $productId
    periodDays: $periodDays
    cursor: $cursor
  ) {
    ...Report
  }
}
fragment Report on EnterpriseReport {
  summary {
    grade
    headline
    nulls
    largest {
      ...Finding
    }
  }
  scope {
    organizationId
    productId
  }
  window {
    from
    to
    days
  }
  previousWindow {
    from
    to
    days
  }
  label
  asOf
  sources {
    source
    label
    events
  }
  funnel {
    family
    events
    developers
    accounts
  }
  totals {
    ...ReportTotals
  }
  previous {
    ...ReportTotals
  }
  accounts {
    accountDomain
    events
    developers
    activatedAt
    firstSeen
    lastSeen
  }
  campaigns {
    campaignId
    source
    events
    developers
    accounts
    newDevelopers
    newActivated
    activated
  }
  retention {
    cohort
    developers
    weeks
  }
  toolCalls {
    mcpServer
    mcpTool
    calls
    failed
    failureShare
  }
  receipts {
    byType {
      receiptType
      receipts
      withOutcome
      successShare
      withCost
      costCents
      withLatency
      latencyMs {
        p50
        p95
      }
    }
    receipts
    withOutcome
    successShare
    withCost
    costCents
    withLatency
    latencyMs {
      p50
      p95
    }
  }
  grades {
    id
    value
    grade
    basis
    reason
  }
  nulls {
    pointer
    reason
  }
  notices
  truncated
  leftOut {
    part
    rows
  }
  nextCursor
  auditReceiptId
}
fragment Finding on EnterpriseFinding {
  title
  metric
  value
  previous
  window {
    from
    to
    days
  }
  label
}
fragment ReportTotals on AdoptionTotals {
  developers
  accounts
  events
  newDevelopers
  newActivated
  activationShare
  activated
  accountsActivated
  retained
  matured
  returned
  returnShare
  eventsOfUse
  eventsOfUseWithoutTime
  eventsWithAccount
  calls
  failed
  families
  refused
  refusedShare
}`,
  reply: z.object({
    summary: z.object({
      grade: z.string().nullable().describe("The mean of at least three grades, rounded down."),
      headline: z.string().describe("The verdict in a sentence or two."),
      nulls: z.array(z.string()).describe("Pointers to everything that is null; nulls has their reasons."),
      largest: z.array(z.object({
        title: z.string().describe("The finding in a line."),
        metric: z.string().describe("Name of the figure."),
        value: z.number().nullable().describe("The figure; null where unknown."),
        previous: z.number().nullable().describe("The same number of the window before; null where none is compared."),
        window: z.object({
          from: z.string().nullable().describe("First UTC day; null for all days so far."),
          to: z.string().describe("Last UTC day."),
          days: z.int().nullable().describe("How many days it has; null for all days so far."),
        }).nullable().describe("Null where the caller named none."),
        label: z.string().describe("Evidence label of its events."),
      })).describe("The three actions of highest rank, or else the three largest relative changes of totals."),
    }).describe("The verdict."),
    scope: z.object({
      organizationId: z.string().describe("The organization that the answer is about."),
      productId: z.string().describe("As events carry it."),
    }).describe("Organization and product."),
    window: z.object({
      from: z.string().describe("First UTC day, YYYY-MM-DD."),
      to: z.string().describe("Last UTC day, YYYY-MM-DD."),
      days: z.int().describe("How many days it has."),
    }).describe("Closed UTC days before today."),
    previousWindow: z.object({
      from: z.string().describe("First UTC day, YYYY-MM-DD."),
      to: z.string().describe("Last UTC day, YYYY-MM-DD."),
      days: z.int().describe("How many days it has."),
    }).describe("The interval of equal length before, which previous is about."),
    label: z.string().describe("first-party, sample, or missing where no event of the window counts."),
    asOf: z.string().describe("Events recorded by then are counted."),
    sources: z.array(z.object({
      source: z.string().describe("api, relay or an import of a file: only api counts."),
      label: z.string().describe("first-party, sample or imported."),
      events: z.int().describe("How many events came by it."),
    })).describe("Where events came from, and which of them count."),
    funnel: z.array(z.object({
      family: z.string().describe("The family that they are of."),
      events: z.int().describe("How many events count."),
      developers: z.int().describe("How many developers they are of."),
      accounts: z.int().describe("How many customer accounts they are of."),
    })).describe("Figures by family."),
    totals: z.object({
      developers: z.int().describe("How many developers they are of."),
      accounts: z.int().describe("How many customer accounts they are of."),
      events: z.int().describe("How many events count."),
      newDevelopers: z.int().describe("Developers whose earliest counted event, of all time, lies in the window."),
      newActivated: z.int().describe("New developers with an activation by the end of the window."),
      activationShare: z.number().nullable().describe("newActivated ÷ newDevelopers; null without a new developer."),
      activated: z.int().describe("Developers whose earliest activation lies in the window."),
      accountsActivated: z.int().describe("Accounts whose earliest activation lies in the window."),
      retained: z.int().describe("Of the activated those who returned at least 7 × 24 hours later, whenever it was."),
      matured: z.int().describe("Developers whose earliest activation lies in the same window 14 days earlier: time enough to return."),
      returned: z.int().describe("Those of them who returned from 7 × 24 to less than 14 × 24 hours after it."),
      returnShare: z.number().nullable().describe("returned ÷ matured; null without a developer who matured."),
      eventsOfUse: z.int().describe("Those of the families activation and retention; a failed call is no use."),
      eventsOfUseWithoutTime: z.int().describe("Events of use without occurredAt: they prove no return."),
      eventsWithAccount: z.int().describe("Those of them that name an account."),
      calls: z.int().describe("Calls of MCP tools, of any family, since a call has none by its name."),
      failed: z.int().describe("Those of them that failed."),
      families: z.int().describe("How many of the six families arrived, also in a view of one."),
      refused: z.int().nullable().describe("Events of the keys that were refused, by the day on which they were sent; null in a view of one family, since a refused event has none."),
      refusedShare: z.number().nullable().describe("refused ÷ (refused + events); null where both are zero, and in a view of one family."),
    }).describe("Figures of the window."),
    previous: z.object({
      developers: z.int().describe("How many developers they are of."),
      accounts: z.int().describe("How many customer accounts they are of."),
      events: z.int().describe("How many events count."),
      newDevelopers: z.int().describe("Developers whose earliest counted event, of all time, lies in the window."),
      newActivated: z.int().describe("New developers with an activation by the end of the window."),
      activationShare: z.number().nullable().describe("newActivated ÷ newDevelopers; null without a new developer."),
      activated: z.int().describe("Developers whose earliest activation lies in the window."),
      accountsActivated: z.int().describe("Accounts whose earliest activation lies in the window."),
      retained: z.int().describe("Of the activated those who returned at least 7 × 24 hours later, whenever it was."),
      matured: z.int().describe("Developers whose earliest activation lies in the same window 14 days earlier: time enough to return."),
      returned: z.int().describe("Those of them who returned from 7 × 24 to less than 14 × 24 hours after it."),
      returnShare: z.number().nullable().describe("returned ÷ matured; null without a developer who matured."),
      eventsOfUse: z.int().describe("Those of the families activation and retention; a failed call is no use."),
      eventsOfUseWithoutTime: z.int().describe("Events of use without occurredAt: they prove no return."),
      eventsWithAccount: z.int().describe("Those of them that name an account."),
      calls: z.int().describe("Calls of MCP tools, of any family, since a call has none by its name."),
      failed: z.int().describe("Those of them that failed."),
      families: z.int().describe("How many of the six families arrived, also in a view of one."),
      refused: z.int().nullable().describe("Events of the keys that were refused, by the day on which they were sent; null in a view of one family, since a refused event has none."),
      refusedShare: z.number().nullable().describe("refused ÷ (refused + events); null where both are zero, and in a view of one family."),
    }).describe("Figures of previousWindow."),
    accounts: z.array(z.object({
      accountDomain: z.string().describe("Registered domain of the customer."),
      events: z.int().describe("How many events count."),
      developers: z.int().describe("How many developers they are of."),
      activatedAt: z.string().nullable().describe("Its earliest activation, whenever it was."),
      firstSeen: z.string().describe("Of its first event in the window."),
      lastSeen: z.string().describe("Of its last event in the window."),
    })).describe("The 50 with most events."),
    campaigns: z.array(z.object({
      campaignId: z.string().describe("The campaign, as events carry it."),
      source: z.string().nullable().describe("Where the campaign ran; null where events don't say."),
      events: z.int().describe("How many events count."),
      developers: z.int().describe("How many developers they are of."),
      accounts: z.int().describe("How many customer accounts they are of."),
      newDevelopers: z.int().describe("New developers whose earliest counted event names it."),
      newActivated: z.int().describe("Those of them with an activation by the end of the window."),
      activated: z.int().describe("Its developers whose earliest activation lies in the window."),
    })).describe("Campaigns with most events."),
    retention: z.array(z.object({
      cohort: z.string().describe("Such as 2026-W45."),
      developers: z.int().describe("How many developers began in it."),
      weeks: z.array(z.int()).describe("How many of them used the product in the k-th week after; the first is all of them. Weeks that have not ended by the window’s last day are absent."),
    })).describe("Cohorts by the week of their first event."),
    toolCalls: z.array(z.object({
      mcpServer: z.string().nullable().describe("Null where the event carries no receipt."),
      mcpTool: z.string().nullable().describe("The tool, as events carry it."),
      calls: z.int().describe("How often it was called."),
      failed: z.int().describe("How many calls failed."),
      failureShare: z.number().nullable().describe("failed ÷ calls; null below 5 calls."),
    })).describe("MCP tools with most calls."),
    receipts: z.object({
      byType: z.array(z.object({
        receiptType: z.string().describe("model_call, api_call, mcp_tool_call, spend or build."),
        receipts: z.int().describe("How many there are."),
        withOutcome: z.int().describe("Receipts that say whether the call succeeded."),
        successShare: z.number().nullable().describe("Successful ones ÷ withOutcome."),
        withCost: z.int().describe("Receipts that have a cost."),
        costCents: z.number().nullable().describe("The sum of their costs in US cents, with up to 6 decimals."),
        withLatency: z.int().describe("Receipts that have a latency."),
        latencyMs: z.object({
          p50: z.number().nullable().describe("Half of the receipts with a latency took at most so long."),
          p95: z.number().nullable().describe("95 % of them took at most so long."),
        }).describe("Latencies in milliseconds."),
      })).describe("Receipts by kind."),
      receipts: z.int().nullable().describe("Null where folding began to count receipts within the window."),
      withOutcome: z.int().nullable().describe("Receipts that say whether the call succeeded."),
      successShare: z.number().nullable().describe("Successful ones ÷ withOutcome."),
      withCost: z.int().nullable().describe("Receipts that have a cost."),
      costCents: z.number().nullable().describe("The sum of their costs in US cents, with up to 6 decimals."),
      withLatency: z.int().nullable().describe("Receipts that have a latency."),
      latencyMs: z.object({
        p50: z.number().nullable().describe("Half of the receipts with a latency took at most so long."),
        p95: z.number().nullable().describe("95 % of them took at most so long."),
      }).describe("Latencies in milliseconds."),
    }).describe("Receipts in the counted events."),
    grades: z.array(z.object({
      id: z.string().describe("Name of the part."),
      value: z.number().nullable().describe("The number that is graded."),
      grade: z.string().nullable().describe("A to E; null where its basis is missing."),
      basis: z.string().describe("The counts that the value was made of."),
      reason: z.string().nullable().describe("Why there is no grade."),
    })).describe("Grades by part."),
    nulls: z.array(z.object({
      pointer: z.string().describe("A JSON pointer into the answer, such as /totals/returnShare."),
      reason: z.string().describe("Why it is null."),
    })).describe("Everything that is null, and why."),
    notices: z.array(z.string()).describe("What a reader has to know of the answer."),
    truncated: z.boolean().describe("Rows are left out of this answer: leftOut counts them, nextCursor gets them."),
    leftOut: z.array(z.object({
      part: z.string().describe("The member of the answer that is cut."),
      rows: z.int().describe("How many of its rows are left out."),
    })).describe("Empty where nothing is left out."),
    nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last one."),
    auditReceiptId: z.string().describe("The audit receipt of this call."),
  }),
  untrusted: [
    'summary.headline',
    'summary.largest[].title',
    'summary.largest[].metric',
    'accounts[].accountDomain',
    'campaigns[].campaignId',
    'campaigns[].source',
    'toolCalls[].mcpServer',
    'toolCalls[].mcpTool',
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
    kind: z.string().describe("Contract that it was checked against."),
    complete: z.boolean().describe("The contract is fulfilled: a person can submit it as it is."),
    formUrl: z.string().nullable().describe("The form, filled in by the fragment of this address; null where a link can’t hold that much."),
    problems: z.array(z.object({
      pointer: z.string().describe("Place in the input, as a JSON Pointer."),
      code: z.string().describe("Name of the problem."),
      detail: z.string().describe("The problem in a sentence."),
    })).describe("The first 40."),
    missing: z.array(z.string()).describe("Pointers of what has to be added before a draft can be prepared."),
    checks: z.array(z.object({
      ruleId: z.string().describe("Name of the rule."),
      result: z.string().describe("pass, fail or unknown."),
      pointer: z.string().describe("What it is about, in the submission."),
      reason: z.string().describe("The verdict in a sentence."),
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
    total: z.int().describe("How many tools match."),
    asOf: z.string().describe("State of the catalog that answered."),
    nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last one."),
    receipt: z.object({
      id: z.string().describe("Identifier with the prefix of its kind."),
      expiresAt: z.string().describe("Moment from which it is refused."),
    }).describe("Signed proof of the question and its answer."),
    tools: z.array(z.object({
      slug: z.string().describe("Short name in addresses."),
      name: z.string().describe("The tool's name."),
      summary: z.string().describe("One or two sentences, in our own words."),
      categories: z.array(z.string()).describe("Categories that it is listed in."),
      capabilities: z.array(z.string()).describe("Capabilities, the first is its purpose."),
      maturity: z.string().describe("How far it has come."),
      interfaces: z.array(z.string()),
      licence: z.object({
        spdx: z.string().describe("An SPDX expression, such as MIT."),
        source: z.string().describe("Page that states them."),
        checkedAt: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Its licence; null where it is not known."),
      environment: z.array(z.string()).describe("Names of environment variables; never values."),
      vendor: z.object({
        name: z.string().nullable().describe("Name of the company."),
        domain: z.string().nullable().describe("The company's own domain."),
      }).describe("The company behind it."),
      pricing: z.object({
        model: z.string().describe("The main way, where there are several."),
        freeTier: z.string().nullable().describe("What costs nothing, in words."),
      }).describe("How it is paid for."),
      install: z.object({
        kind: z.string().nullable().describe("Package manager or other way."),
        command: z.string().nullable().describe("Command to run."),
      }).describe("How it is installed."),
      docs: z.object({
        url: z.string().nullable().describe("Documentation for people."),
        llmsTxt: z.string().nullable().describe("Its llms.txt, for agents."),
      }).describe("Where it is documented."),
      verification: z.object({
        level: z.string().describe("What was checked."),
      }).describe("How its facts were checked."),
      proof: z.array(z.object({
        signal: z.string().describe("What is proven."),
        label: z.string(),
        asOf: z.string().describe("Day that the evidence is of."),
      })).describe("Published evidence that it is used."),
      actions: z.array(z.object({
        kind: z.string().describe("The page that it leads to."),
        url: z.string().describe("A tracked link: it counts one anonymous open and leads to the stored address."),
      })).describe("Steps that a reader can take."),
      sponsored: z.boolean().describe("Sponsorship is named and never moves a rank."),
      source: z.object({
        kind: z.string().describe("vendor_statement: a reviewer approved it."),
        approvedOn: z.string().describe("A day, YYYY-MM-DD."),
      }).nullable().describe("Set while facts of it were stated and not read."),
      offers: z.array(z.object({
        slug: z.string().describe("Short name in addresses."),
        title: z.string().describe("Heading of the offer."),
        claim: z.string().describe("native (claimed here, in a session) or provider_link (taken at the provider)."),
      })).describe("Live offers for it."),
      rank: z.object({
        position: z.int().describe("1 is the best."),
        reasons: z.array(z.string()).describe("What in the question and the tool made the place."),
      }).describe("Its place, and why."),
    })).describe("Tools of this page, best first."),
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
