import type { PublicSkillAnswer } from '../providers/generated/operations.js';
import { visible } from '../skills/hidden.runs.js';
import { byRule, linesOf, type Severity } from '../skills/skill.labels.js';
import { Chip, type Tone } from './components/Chip.js';
import { Day } from './components/Day.js';
import { Fact, Facts } from './components/Facts.js';
import type { IconName } from './components/Icon.js';
import { OutLink } from './components/OutLink.js';
import { Shown } from './components/Shown.js';
import type { Head, Site } from './page.js';
import { shorten } from './texts.js';

type Skill = PublicSkillAnswer['publishedSkill'];

/** Lines with a number and an address of their own; a file of 256 KiB may have a quarter of a million. */
const NUMBERED_MAX = 2_000;
const FINDINGS_SHOWN = 20;
const HEADINGS_SHOWN = 60;

const SEVERITIES: Readonly<Record<Severity, readonly [IconName, Tone]>> = {
  high: ['warning', 'bad'],
  medium: ['warning', 'caution'],
  low: ['info', 'info'],
};

/** A published skill: its text as text, what published rules found in it, and how to tell that it is still the same. */
export function SkillPage({ answer: { publishedSkill: skill } }: { answer: PublicSkillAnswer }) {
  return (
    <>
      <p className="crumbs muted">Agent Skill</p>
      <h1>
        <bdi>{skill.name}</bdi>
      </h1>
      <p className="summary">
        <Shown text={skill.description} />
      </p>
      <section aria-labelledby="install">
        <h2 id="install">Install</h2>
        <p>
          Read the text and the findings first. Then give this address to your agent’s installer, or save the file as{' '}
          <code>{skill.name}/SKILL.md</code> where your agent looks for skills. DAI runs nothing, and being public here
          is no recommendation.
        </p>
        <div className="code">
          <code>{visible(skill.sourceUrl)}</code>
        </div>
        <p className="muted small">
          SHA-256 <code>{skill.digest.replace('sha256:', '')}</code>. A file with another digest is not what was read
          here.
        </p>
      </section>
      <div className="split">
        <div>
          <Findings skill={skill} />
          <Text content={skill.content} />
        </div>
        <Details skill={skill} />
      </div>
    </>
  );
}

function Findings({ skill: { risk } }: { skill: Skill }) {
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      {risk.findings.length === 0 && (
        <p className="muted">
          No rule found anything. Rules know forms, not intentions: read the text before you trust it.
        </p>
      )}
      <ul className="rows">
        {byRule(risk.findings).map(({ ruleId, title, severity, findings }) => {
          const [icon, tone] = SEVERITIES[severity];
          return (
            <li key={ruleId} className="finding">
              <p>
                <Chip icon={icon} tone={tone} label={severity} /> <strong>{title}</strong>
              </p>
              <ul>
                {findings.slice(0, FINDINGS_SHOWN).map(({ line, excerpt }) => (
                  <li key={`${line} ${excerpt}`}>
                    {line <= NUMBERED_MAX ? <a href={`#L${line}`}>Line {line}</a> : `Line ${line}`}{' '}
                    <code>
                      <Shown text={excerpt} />
                    </code>
                  </li>
                ))}
                {findings.length > FINDINGS_SHOWN && (
                  <li className="muted">{(findings.length - FINDINGS_SHOWN).toLocaleString('en')} more lines</li>
                )}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Text({ content }: { content: string }) {
  const lines = linesOf(content);
  const rest = lines.slice(NUMBERED_MAX);
  return (
    <section aria-labelledby="text">
      <h2 id="text">SKILL.md</h2>
      <ol className="file">
        {lines.slice(0, NUMBERED_MAX).map((line, index) => (
          <li key={index} id={`L${index + 1}`}>
            <Shown text={line} />
          </li>
        ))}
      </ol>
      {rest.length > 0 && <pre className="written">{visible(rest.join('\n'))}</pre>}
    </section>
  );
}

function Details({ skill }: { skill: Skill }) {
  const rest = skill.headings.length - HEADINGS_SHOWN;
  return (
    <section aria-labelledby="details">
      <h2 id="details">Details</h2>
      <Facts>
        <Fact label="Source">
          <OutLink to={skill.sourceUrl}>{visible(skill.sourceUrl)}</OutLink>
        </Fact>
        {skill.finalUrl !== skill.sourceUrl && (
          <Fact label="Led to">
            <OutLink to={skill.finalUrl}>{visible(skill.finalUrl)}</OutLink>
          </Fact>
        )}
        <Fact label="Verified">
          <Day at={skill.verifiedAt} />
        </Fact>
        <Fact label="Published">
          <Day at={skill.publishedAt} />
        </Fact>
        <Fact label="Licence">{skill.license && <Shown text={skill.license} />}</Fact>
        <Fact label="Compatibility">{skill.compatibility && <Shown text={skill.compatibility} />}</Fact>
        <Fact label="Allowed tools">
          {skill.allowedTools && skill.allowedTools.length > 0 && <Shown text={skill.allowedTools.join(', ')} />}
        </Fact>
        <Fact label="Size">
          {skill.bytes.toLocaleString('en')} bytes, {skill.lines.toLocaleString('en')} lines
        </Fact>
        <Fact label="For reviewers">
          <a href={`/admin/#/s/${skill.id}`} rel="nofollow">
            Open in the workspace
          </a>
        </Fact>
        {skill.headings.length > 0 && (
          <Fact label="Headings">
            <ul className="bare">
              {skill.headings.slice(0, HEADINGS_SHOWN).map(({ line, text }) => (
                <li key={line}>
                  {line <= NUMBERED_MAX ? (
                    <a href={`#L${line}`}>
                      <Shown text={text} />
                    </a>
                  ) : (
                    <Shown text={text} />
                  )}
                </li>
              ))}
              {rest > 0 && <li className="muted">{rest.toLocaleString('en')} more</li>}
            </ul>
          </Fact>
        )}
      </Facts>
    </section>
  );
}

export function skillHead({ publishedSkill: skill }: PublicSkillAnswer, _place: unknown, site: Site): Head {
  const canonical = `/s/${skill.id}`;
  const description = visible(skill.description);
  return {
    title: `${visible(skill.name)} · Agent Skill · DAI`,
    description: shorten(description),
    canonical,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'CreativeWork',
        name: visible(skill.name),
        description,
        url: site.workspaceUrl + canonical,
        datePublished: skill.publishedAt,
      },
    ],
  };
}
