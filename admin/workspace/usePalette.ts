import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { FoundTool, OwnProject, SkillLine } from '../providers/generated/operations.js';
import type { Identified } from '../providers/records.js';
import { useContextOrganizationId } from './context.js';
import { actEntries } from './palette.acts.js';
import { matching, type PaletteEntry, pageEntries } from './palette.entries.js';
import { useSession } from './useSession.js';

/** So many pages and so many records of a kind are read at a glance. */
const PAGES_SHOWN = 8;
const RECORDS_SHOWN = 5;
const TYPED_MIN = 2;
const PAUSE_MS = 200;

/** The palette's entries for a typed text: pages at once, records once a user pauses. */
export function usePalette(typed: string): { entries: readonly PaletteEntry[]; searching: boolean } {
  const session = useSession() ?? null;
  const current = useContextOrganizationId();
  const q = usePaused(typed.trim());
  const wanted = q.length >= TYPED_MIN;
  const question = { filter: { q }, pagination: { page: 1, perPage: RECORDS_SHOWN } };
  const projects = useGetList<OwnProject>('projects', question, { enabled: wanted && session !== null, retry: false });
  const skills = useGetList<SkillLine>('skills', question, { enabled: wanted && session !== null, retry: false });
  const tools = useGetList<FoundTool>('directory', question, { enabled: wanted, retry: false });
  const organizationId = session?.memberships.find(({ organization }) => organization.id === current)?.organization.id;
  const ofCompany = { ...question, meta: { organizationId } };
  const isCompany = { enabled: wanted && organizationId !== undefined, retry: false };
  const accounts = useGetList<Identified>('adoption-accounts', ofCompany, isCompany);
  const developers = useGetList<Identified>('adoption-developers', ofCompany, isCompany);
  const searches = [projects, skills, tools, accounts, developers];
  // Records come all at once: the first of them stays the first, which Enter opens.
  const records: PaletteEntry[] =
    !wanted || searches.some(({ isLoading }) => isLoading)
      ? []
      : [
          ...subjectsOf('Accounts', `/o/${organizationId}/adoption/accounts`, accounts.data),
          ...subjectsOf('Developers', `/o/${organizationId}/adoption/developers`, developers.data),
          ...(projects.data ?? []).map(({ id, title }) => ({
            group: 'Projects',
            label: title,
            to: `/me/projects/${id}`,
          })),
          ...(skills.data ?? []).map(({ id, name }) => ({ group: 'Skills', label: name, to: `/me/skills/${id}` })),
          ...(tools.data ?? []).map(({ slug, name }) => ({ group: 'Tools', label: name, to: `/directory/${slug}` })),
        ];
  const pages = matching(pageEntries(session, current), typed);
  const found = [
    ...pages.filter(({ group }) => group === 'Pages').slice(0, PAGES_SHOWN),
    ...pages.filter(({ group }) => group !== 'Pages'),
  ];
  return {
    entries: [...actEntries(session, current, typed), ...found, ...records],
    searching: q !== typed.trim() || searches.some(({ isFetching }) => isFetching),
  };
}

/** The company's own accounts or developers by the names that it gave them. */
const subjectsOf = (group: string, under: string, found: readonly Identified[] = []): PaletteEntry[] =>
  found.map(({ id }) => ({ group, label: `${id}`, to: `${under}/${encodeURIComponent(id)}` }));

/** A text once it has stayed the same for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
