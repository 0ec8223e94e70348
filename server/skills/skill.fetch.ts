import type { Config } from '../platform/config.js';
import { Fault, type FieldProblem } from '../platform/fault.js';
import { type FetchRefusal, FetchRefused, guardedFetch } from '../platform/outbound/guarded.fetch.js';

/** The bounds of a skill's source (decisions §6, Agent Skill import). */
const SOURCE = { timeoutMs: 8_000, redirectsMax: 3, bytesMax: 256 * 1024, textOnly: true };

export interface FetchedSkill {
  readonly bytes: Buffer;
  /** The address that answered; it needn't end in SKILL.md, for hosts redirect to storage, and has no query, which is a credential there. */
  readonly finalUrl: string;
}

/**
 * Fetches the source of a skill from an address that `readSkillAddress` let through. What a person can mend is a 400 at `/skillUrl`;
 * PROVIDER_TIMEOUT when the time runs out, PROVIDER_FAILED for anything else. The other side's words are in none of them.
 */
export async function fetchSkill(url: string, { outboundAllow }: Pick<Config, 'outboundAllow'>): Promise<FetchedSkill> {
  const { status, body, finalUrl } = await guardedFetch(url, { ...SOURCE, allow: outboundAllow }).catch(
    (error: unknown) => {
      throw error instanceof FetchRefused ? faultOfRefusal(error) : error;
    },
  );
  if (status === 200) return { bytes: body, finalUrl: finalUrl.replace(/\?.*$/, '') };
  throw faultOf(ANSWERED.get(status), new Error(`the source of a skill answered ${status}`));
}

function faultOfRefusal(refused: FetchRefused): Fault {
  if (refused.reason === 'timeout')
    return new Fault('PROVIDER_TIMEOUT', { say: 'The source of the skill did not answer in time.', because: refused });
  return faultOf(REFUSED[refused.reason], refused);
}

function faultOf(problem: FieldProblem | undefined, because: Error): Fault {
  return problem
    ? new Fault('VALIDATION_FAILED', { say: '1 field needs correction', errors: [problem], because })
    : new Fault('PROVIDER_FAILED', { say: 'The source of the skill did not answer with a usable file.', because });
}

const problem = (code: string, detail: string, hint: string): FieldProblem => ({
  pointer: '/skillUrl',
  code,
  detail,
  hint,
});

const ADDRESS_NOT_ALLOWED = problem(
  'address_not_allowed',
  'The address, or one that it redirects to, is not a public https address on port 443.',
  'Give the address of a file that is publicly readable.',
);

const REFUSED: Partial<Record<FetchRefusal, FieldProblem>> = {
  not_allowed_address: ADDRESS_NOT_ALLOWED,
  not_https: ADDRESS_NOT_ALLOWED,
  port: ADDRESS_NOT_ALLOWED,
  user_info: ADDRESS_NOT_ALLOWED,
  too_many_redirects: problem(
    'too_many_redirects',
    `The source redirects more than ${SOURCE.redirectsMax} times.`,
    'Give the address that it ends at.',
  ),
  too_large: problem(
    'too_large',
    `The file is larger than ${SOURCE.bytesMax / 1024} KiB.`,
    'Keep SKILL.md short and move what is long into files beside it.',
  ),
  not_text: problem(
    'not_text',
    'The source does not answer with plain text.',
    'Give the raw address of the file, served as text/plain or text/markdown, not a page that shows it.',
  ),
};

const NOT_FOUND = problem(
  'not_found_at_source',
  'The source says that there is no such file.',
  'Check the address; a file in a private repository answers like this too.',
);
const REFUSED_BY_SOURCE = problem(
  'refused_by_source',
  'The source does not give the file to strangers.',
  'Make the file public, or give the address of a public copy.',
);
/** Statuses that the person who gave the address can do something about. */
const ANSWERED = new Map([
  [401, REFUSED_BY_SOURCE],
  [403, REFUSED_BY_SOURCE],
  [404, NOT_FOUND],
  [410, NOT_FOUND],
]);
