import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';

/**
 * Changes that break a client of the last release (`test/samples/released.graphql`, copied when a release is made) and were decided: a text
 * of an answer or input that became an enum with the same values.
 */
const DECIDED = [
  'AdoptionCategory.cohort changed type from String! to AdoptionCohortState!.',
  'AdoptionPeriodRow.cohort changed type from String! to AdoptionCohortState!.',
  'CatalogImportRow.outcome changed type from String! to CatalogRowOutcome!.',
  'CatalogPricing.model changed type from String! to PricingModel!.',
  'CatalogTool.maturity changed type from String! to Maturity!.',
  'DirectoryTool.maturity changed type from String! to Maturity!.',
  'EditToolInput.interfaces changed type from [String!] to [ToolInterface!].',
  'EditToolInput.maturity changed type from String to Maturity.',
  'EligibilityFacts.fundingStage changed type from String to FundingStage.',
  'EligibilityFactsInput.fundingStage changed type from String to FundingStage.',
  'InstallInput.kind changed type from String! to InstallKind!.',
  'LinkOpens.kind changed type from String! to LinkKind!.',
  'MeasuredAdoptionRow.cohort changed type from String! to AdoptionCohortState!.',
  'Offer.kind changed type from String! to OfferKind!.',
  'OfferRuleInput.fact changed type from String! to EligibilityFact!.',
  'OfferRuleInput.op changed type from String! to OfferRuleOp!.',
  'OfferRuleParts.fact changed type from String! to EligibilityFact!.',
  'OfferRuleParts.op changed type from String! to OfferRuleOp!.',
  'Pricing.model changed type from String! to PricingModel!.',
  'PricingInput.model changed type from String to PricingModel.',
  'ProjectAuthor.kind changed type from String! to ProjectAuthorKind!.',
  'RankedTool.maturity changed type from String! to Maturity!.',
  'ReviewedOffer.claim changed type from String! to OfferClaimWay!.',
  'ReviewedOffer.kind changed type from String! to OfferKind!.',
  'ReviewedTool.maturity changed type from String! to Maturity!.',
  'SaveOfferInput.claim changed type from String! to OfferClaimWay!.',
  'SaveOfferInput.kind changed type from String! to OfferKind!.',
  'ToolAction.kind changed type from String! to LinkKind!.',
  'ToolEntry.maturity changed type from String! to Maturity!.',
  'ToolProof.signal changed type from String! to ProofSignal!.',
  'ToolRecord.maturity changed type from String! to Maturity!.',
  'ToolVerification.level changed type from String! to VerificationLevel!.',
];

describe('the schema beside that of the last release', () => {
  it('breaks no client but by what was decided', async () => {
    const released = buildSchema(readFileSync('test/samples/released.graphql', 'utf8'));
    const changes = findBreakingChanges(released, buildSchema(readFileSync('schema.graphql', 'utf8')));
    expect(changes.map(({ description }) => description).toSorted()).toEqual(DECIDED);
    expect(findBreakingChanges(released, await openSchema()).length).toBe(DECIDED.length);
  });

  it('would be told of a field that went', () => {
    const changes = findBreakingChanges(
      buildSchema('type Query { a: Int b: Int }'),
      buildSchema('type Query { a: Int }'),
    );
    expect(changes.map(({ description }) => description)).toEqual(['Query.b was removed.']);
  });
});
