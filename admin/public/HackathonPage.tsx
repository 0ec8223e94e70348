import type { PublicHackathonAnswer } from '../providers/generated/operations.js';
import { Chip, EvidenceChip } from './components/Chip.js';
import { Crumbs } from './components/Crumbs.js';
import { Day } from './components/Day.js';
import { Fact, Facts } from './components/Facts.js';
import { OutLink } from './components/OutLink.js';
import { Statement } from './components/Statement.js';
import type { Preview } from './PreviewCard.js';
import type { Head, Site } from './page.js';
import { selectionChip } from './selection.states.js';
import { addressOf, counted, httpsOf } from './texts.js';

type Hackathon = PublicHackathonAnswer['hackathon'];

/** A published hackathon: when and where it is, and which tools its sponsors bring. */
export function HackathonPage({ answer: { hackathon } }: { answer: PublicHackathonAnswer }) {
  const { name, website, rulesUrl, timezone, sponsors } = hackathon;
  return (
    <>
      <Crumbs steps={[['Hackathons', '/h']]} />
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="summary">{summaryOf(hackathon)}</p>
      {hackathon.source && (
        <p className="muted stated">
          <Statement approvedOn={hackathon.source.approvedOn} by="organizer’s" />
        </p>
      )}
      <div className="split">
        <div>
          <section aria-labelledby="sponsors">
            <h2 id="sponsors">Sponsors and their tools</h2>
            <ul className="plain">
              {sponsors.map((sponsor) => (
                <li key={`${sponsor.domain} ${sponsor.name}`}>
                  <strong>
                    <bdi>{sponsor.name}</bdi>
                  </strong>{' '}
                  <OutLink to={`https://${sponsor.domain}`}>{sponsor.domain}</OutLink>
                  <p className={sponsor.tools.length === 0 ? 'muted' : undefined}>
                    {sponsor.tools.length === 0 && 'It brings no tool that the directory lists.'}
                    {sponsor.tools.map((tool, index) => (
                      <span key={tool.slug}>
                        {index > 0 && ', '}
                        <a href={`/tools/${tool.slug}`}>
                          <bdi>{tool.name}</bdi>
                        </a>
                      </span>
                    ))}
                  </p>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="projects">
            <h2 id="projects">Projects</h2>
            <p className="muted">
              {hackathon.projects.length === 0
                ? 'No published project is entered yet.'
                : `${counted(hackathon.projects.length, 'project')}. A selection is what a project’s owner says; activated and retained are proven by the vendors’ own events.`}
            </p>
            <ul className="rows">
              {hackathon.projects.map((project) => (
                <ProjectRow key={project.slug} project={project} />
              ))}
            </ul>
          </section>
        </div>
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Facts>
            <Fact label="Begins">
              <Moment at={hackathon.startsAt} timezone={timezone} />
            </Fact>
            <Fact label="Ends">
              <Moment at={hackathon.endsAt} timezone={timezone} />
            </Fact>
            <Fact label="Projects are due">
              <Moment at={hackathon.submissionsDueAt} timezone={timezone} />
            </Fact>
            <Fact label="Time zone">{timezone}</Fact>
            <Fact label="Place">{hackathon.location ? <bdi>{hackathon.location}</bdi> : 'online'}</Fact>
            <Fact label="Organizer">
              <bdi>{hackathon.organizerName}</bdi>
            </Fact>
            <Fact label="Website">
              <OutLink to={website}>{addressOf(httpsOf(website) ?? website)}</OutLink>
            </Fact>
            <Fact label="Rules">
              <OutLink to={rulesUrl}>Read the rules</OutLink>
            </Fact>
          </Facts>
        </section>
      </div>
    </>
  );
}

function ProjectRow({ project: { slug, title, enteredAt, selections } }: { project: Hackathon['projects'][number] }) {
  return (
    <li className="row">
      <div className="what">
        <h3>
          <a className="whole" href={`/p/${slug}`}>
            <bdi>{title}</bdi>
          </a>
        </h3>
        <p className="muted small">
          entered <Day at={enteredAt} />
          {selections.length === 0 && ' · uses no tool of the sponsors'}
        </p>
      </div>
      <div className="why">
        {selections.map((selection) => (
          <p key={selection.slug} className="chips">
            <bdi>{selection.name}</bdi> <Chip {...selectionChip(selection.state)} />
            {selection.label && <EvidenceChip label={selection.label} />}
          </p>
        ))}
      </div>
    </li>
  );
}

/** A time in a time zone, as text. */
export const inZone = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(at));

/** A time as clocks show it where the hackathon is. */
const Moment = ({ at, timezone }: { at: string; timezone: string }) => (
  <time dateTime={at} title={`${new Date(at).toISOString()} UTC`}>
    {inZone(at, timezone, { dateStyle: 'medium', timeStyle: 'short' })}
  </time>
);

/** The days of a hackathon where it is: one, or the first and the last. */
export function datesOf({ startsAt, endsAt, timezone }: Pick<Hackathon, 'startsAt' | 'endsAt' | 'timezone'>): string {
  const [first, last] = [startsAt, endsAt].map((at) => inZone(at, timezone, { dateStyle: 'medium' }));
  return first === last ? String(first) : `${first} to ${last}`;
}

const summaryOf = (hackathon: Hackathon): string =>
  `${datesOf(hackathon)}, ${hackathon.location ?? 'online'}. Organized by ${hackathon.organizerName}.`;

/** The picture of a hackathon: when it is, and what came of it. */
export const hackathonPreview = ({ hackathon }: PublicHackathonAnswer): Preview => ({
  title: hackathon.name,
  drawableTitle: hackathon.slug,
  line: summaryOf(hackathon),
  figures: [
    { value: String(hackathon.sponsors.length), label: 'sponsors' },
    { value: String(hackathon.projects.length), label: 'projects entered' },
  ],
});

export function hackathonHead({ hackathon }: PublicHackathonAnswer, _place: unknown, site: Site): Head {
  const canonical = `/h/${hackathon.slug}`;
  return {
    title: `${hackathon.name} · DAI`,
    description: summaryOf(hackathon),
    canonical,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Event',
        name: hackathon.name,
        startDate: hackathon.startsAt,
        endDate: hackathon.endsAt,
        url: site.workspaceUrl + canonical,
        organizer: { '@type': 'Organization', name: hackathon.organizerName },
      },
    ],
  };
}
