import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { Waiting } from '../components/Waiting.js';

/** Leads from an address that a public page had in the workspace to the one that it has. */
export function PublicAddress({ under }: { under: '/p' | '/s' }) {
  const { slug, skillId } = useParams();
  const to = `${under}/${encodeURIComponent(slug ?? skillId ?? '')}`;
  useEffect(() => window.location.replace(to), [to]);
  return <Waiting what="page" />;
}
