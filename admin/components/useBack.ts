import { useLocation } from 'react-router-dom';

/** The place that a list was opened from, with its filters and the part of the page. */
export interface Back {
  readonly to: string;
  readonly label: string;
}

const isBack = (value: unknown): value is Back =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value && typeof value.to === 'string';

/** The place that the link to this page came from; null for a page that was opened by its address. */
export function useBack(): Back | null {
  const state: unknown = useLocation().state;
  const back = typeof state === 'object' && state !== null && 'back' in state ? state.back : null;
  return isBack(back) ? back : null;
}
