import { useStore } from 'react-admin';
import { useOrganization } from '../workspace/organization.js';

/** The actions of a product that were ticked in this browser: each with the UTC day on which that was. */
export function useDone(productId: string) {
  const { organizationId } = useOrganization();
  const [done, setDone] = useStore<Readonly<Record<string, string>>>(`reports.done.${organizationId}.${productId}`, {});
  return {
    done,
    tick: (id: string, isDone: boolean) => {
      const { [id]: _, ...others } = done;
      setDone(isDone ? { ...others, [id]: new Date().toISOString().slice(0, 10) } : others);
    },
  };
}
