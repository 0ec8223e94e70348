import type { PublicProofAnswer } from '../providers/generated/operations.js';
import { Chip, EvidenceChip } from './components/Chip.js';
import { Day } from './components/Day.js';
import { Fact, Facts } from './components/Facts.js';
import { OutLink } from './components/OutLink.js';
import type { Head, Site } from './page.js';
import { selectionChip } from './selection.states.js';
import { addressOf, httpsOf, shorten } from './texts.js';

type Project = PublicProofAnswer['publicProject'];
type Selection = Project['tools'][number];

/** A published project: what its owner approved, and of evidence what they made public. */
export function ProjectPage({ answer: { publicProject: project } }: { answer: PublicProofAnswer }) {
  return (
    <>
      <p className="crumbs muted">Project</p>
      <h1>
        <bdi>{project.title}</bdi>
      </h1>
      <p className="summary" dir="auto">
        {project.summary}
      </p>
      <div className="split">
        <div>
          <section aria-labelledby="tools">
            <h2 id="tools">Tools it uses</h2>
            <p className="muted">
              {project.proof ? (
                <>
                  As of <Day at={project.proof.madeAt} />, when the owner made the states public.
                </>
              ) : (
                'As the owner says. No proof has been made public.'
              )}
            </p>
            {project.tools.length === 0 ? (
              <p>It names no tool.</p>
            ) : (
              <ul className="rows">
                {project.tools.map((tool) => (
                  <ToolState key={tool.slug} tool={tool} />
                ))}
              </ul>
            )}
          </section>
          {project.description && (
            <section aria-labelledby="description">
              <h2 id="description">Description</h2>
              <p className="written" dir="auto">
                {project.description}
              </p>
            </section>
          )}
          <section aria-labelledby="limits">
            <h2 id="limits">What this doesn’t say</h2>
            <ul className="plain">
              {project.notices.map((notice) => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
          </section>
        </div>
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Facts>
            {project.url && (
              <Fact label="Website">
                <HostLink url={project.url} />
              </Fact>
            )}
            {project.repositoryUrl && (
              <Fact label="Code">
                <HostLink url={project.repositoryUrl} />
              </Fact>
            )}
            <Fact label="Published">
              <Day at={project.publishedAt} />
            </Fact>
            {project.approvalReceipt && (
              <Fact label="Approval">
                <details>
                  <summary>Signed receipt</summary>
                  <p>
                    <code>{project.approvalReceipt}</code>
                  </p>
                  <p>
                    <a href="/.well-known/approval-keys.json">Public keys</a>
                  </p>
                </details>
              </Fact>
            )}
            <Fact label="As data">
              <a href={`/api/projects/${project.slug}`}>JSON</a>
            </Fact>
          </Facts>
        </section>
      </div>
    </>
  );
}

/** A link is called what it leads to: its host as the browser reads it. */
function HostLink({ url }: { url: string }) {
  const href = httpsOf(url) ?? url;
  return (
    <OutLink to={url} title={href}>
      {addressOf(href)}
    </OutLink>
  );
}

function ToolState({ tool: { slug, name, role, state, label, ...at } }: { tool: Selection }) {
  const days = [
    ['selected', at.selectedAt],
    ['activated', at.activatedAt],
    ['retained', at.retainedAt],
  ] as const;
  return (
    <li className="row">
      <div className="what">
        <h3>
          <a className="whole" href={`/tools/${slug}`}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        {role && (
          <p className="muted" dir="auto">
            {role}
          </p>
        )}
      </div>
      <div className="why">
        <p className="chips">
          <Chip {...selectionChip(state)} />
          {label && <EvidenceChip label={label} />}
        </p>
        <p className="muted small">
          {days
            .filter(([, day]) => day)
            .map(([label, day], index) => (
              <span key={label}>
                {index > 0 && ' · '}
                {label} {day && <Day at={day} />}
              </span>
            ))}
        </p>
      </div>
    </li>
  );
}

export function projectHead({ publicProject: project }: PublicProofAnswer, _place: unknown, site: Site): Head {
  const canonical = `/p/${project.slug}`;
  return {
    title: `${project.title} · DAI`,
    description: shorten(project.summary),
    canonical,
    unlisted: !project.listed,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'CreativeWork',
        name: project.title,
        description: project.summary,
        url: site.workspaceUrl + canonical,
        datePublished: project.publishedAt,
      },
    ],
  };
}
