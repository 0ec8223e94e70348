import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { checkSubmission, isPreviewed, triageChecks } from '../checks/index.js';
import { readPublicInputs } from '../drafts/index.js';
import type { IntakePreview, PreviewIntakeArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { readContent } from './content.read.js';
import { intakeContracts } from './contract.schema.js';
import { formLink } from './form-link.rules.js';

const PROBLEMS_MAX = 40;
const CHECKS_MAX = 20;

/**
 * Checks what a form holds so far by the contract and the rules that submitting it would apply, and answers the address of the form with
 * these values in its fragment, which no server sees. It stores nothing; private content and what is too long are refused as at submitting.
 */
export const previewSubmission = operation(
  { name: 'previewIntake', who: ANY_KIND, limit: 'build-search', share: 'submissions', cost: 2_500 },
  async function previewIntake(ctx: IntakeContext, input: PreviewIntakeArgs): Promise<IntakePreview> {
    const { config, clock } = ctx.platform;
    const read = readContent(input);
    const { kind } = input;
    const answer = {
      kind,
      complete: 'content' in read,
      problems: [],
      checks: [],
      missing: [],
      formUrl: formLink(config.workspaceUrl, input),
      contractUrl: config.baseUrl + intakeContracts[kind].$id,
    };
    if ('fault' in read) {
      if (read.fault.code !== 'VALIDATION_FAILED') throw read.fault;
      const problems = (read.fault.errors ?? []).slice(0, PROBLEMS_MAX);
      return { ...answer, problems: problems.map(({ pointer, code, detail }) => ({ pointer, code, detail })) };
    }
    const inputs = await readPublicInputs(ctx.em.fork(), read.content, clock.now());
    const checks = checkSubmission(inputs).filter(isPreviewed);
    return {
      ...answer,
      checks: checks.filter(({ result }) => result !== 'pass').slice(0, CHECKS_MAX),
      missing: [...triageChecks(checks, inputs).missing],
    };
  },
);
