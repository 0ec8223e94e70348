import type { PublicToolAnswer } from '../../providers/generated/operations.js';
import { counted } from '../texts.js';
import { Day } from './Day.js';

type Check = NonNullable<PublicToolAnswer['tool']['checks']>[number];

/** The outcomes that say that a fact does not hold, or that nothing could be looked at. */
const OUTCOMES: Readonly<Record<Check['outcome'], string>> = {
  confirmed: 'holds',
  contradicted: 'its source says otherwise',
  gone: 'is not there any more',
  unreachable: 'does not answer',
  unknown: 'lets no program look',
};

/** How programs checked what stands behind the facts of a tool: marks stand open, the rest is folded. */
export function Checks({ checks }: { checks: readonly Check[] | null }) {
  if (!checks?.length) return null;
  const marked = checks.filter((one) => one.marked);
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      {marked.length > 0 && (
        <ul className="plain">
          {marked.map((check) => (
            <CheckItem key={`${check.kind} ${check.subject}`} check={check} />
          ))}
        </ul>
      )}
      <details className="fold">
        <summary>{counted(checks.length, 'check')} of pages, packages and servers</summary>
        <ul className="plain">
          {checks.map((check) => (
            <CheckItem key={`${check.kind} ${check.subject}`} check={check} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function CheckItem({ check }: { check: Check }) {
  const { subject, facts, outcome, checkedAt, askedAt, failures, version, licence, movedTo, tools, needsSignIn } =
    check;
  const shown = [
    version && `version ${version}`,
    licence && `licence ${licence}`,
    movedTo && `now at ${movedTo}`,
    tools && `lists ${counted(tools.length, 'tool')}`,
    needsSignIn && 'wants a sign-in',
  ].filter(Boolean);
  return (
    <li>
      <span style={{ overflowWrap: 'anywhere' }}>
        <bdi>{subject}</bdi>
      </span>{' '}
      <span className="muted">({facts.join(', ')})</span> {OUTCOMES[outcome]}
      {failures > 1 && ` (${failures} checks in a row)`}, looked at <Day at={askedAt} />
      {outcome !== 'confirmed' && checkedAt && (
        <>
          , last held <Day at={checkedAt} />
        </>
      )}
      {shown.length > 0 && `: ${shown.join(', ')}`}
    </li>
  );
}
