import type { PublicHackathonsAnswer } from '../providers/generated/operations.js';
import { LoadMore } from './components/LoadMore.js';
import { datesOf, inZone } from './HackathonPage.js';
import { breadcrumbs } from './jsonld.js';
import type { Head, Place, Site } from './page.js';
import { useRows } from './useRows.js';

type Hackathon = PublicHackathonsAnswer['hackathons']['items'][number];

export const HACKATHONS_QUERY = ['cursor'];

const rowsIn = (answer: unknown) => {
  const { items, nextCursor } = (answer as PublicHackathonsAnswer).hackathons;
  return { rows: items, nextCursor };
};

/** Published hackathons, the newest first. */
export function HackathonsPage({ answer, place }: { answer: PublicHackathonsAnswer; place: Place }) {
  const { rows, more, busy, onMore } = useRows<Hackathon>(answer, place, rowsIn);
  const continued = place.query.has('cursor');
  return (
    <>
      <h1>Hackathons</h1>
      <p className="summary">
        Where developers build with the tools of sponsors. A page of a hackathon shows which projects were entered, and
        which tools they really used.
      </p>
      {rows.length === 0 ? (
        <p className="empty">
          No hackathon is published yet. An organizer can <a href="/submit/hackathon_passport">submit one</a>; a
          reviewer publishes it.
        </p>
      ) : (
        <ul className="rows">
          {rows.map((hackathon) => (
            <li key={hackathon.slug} className="row">
              <div className="what">
                <h2>
                  <a className="whole" href={`/h/${hackathon.slug}`}>
                    <bdi>{hackathon.name}</bdi>
                  </a>
                </h2>
                <p className="muted small">
                  {datesOf(hackathon)} · <bdi>{hackathon.location ?? 'online'}</bdi> · by{' '}
                  <bdi>{hackathon.organizerName}</bdi>
                </p>
              </div>
              <div className="why">
                <p className="small muted">
                  Projects are due{' '}
                  <time dateTime={hackathon.submissionsDueAt}>
                    {inZone(hackathon.submissionsDueAt, hackathon.timezone, {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    })}
                  </time>{' '}
                  ({hackathon.timezone})
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <LoadMore to={more} continued={continued} first="/h" busy={busy} {...(onMore ? { onMore } : {})} />
    </>
  );
}

export const hackathonsVariables = ({ query }: Place) => ({ cursor: query.get('cursor') });

export function hackathonsHead(_answer: PublicHackathonsAnswer, { query }: Place, { workspaceUrl }: Site): Head {
  return {
    title: 'Hackathons · DAI',
    description: 'Published hackathons with their sponsors, the projects that were entered and the tools they used.',
    canonical: '/h',
    unlisted: query.has('cursor'),
    jsonLd: [breadcrumbs(workspaceUrl, [['Hackathons', '/h']])],
  };
}
