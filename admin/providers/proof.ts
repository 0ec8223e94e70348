/** The proof that an act needs: a code of the second factor, or the password. */
export type ProofKind = 'verify' | 'password';

export interface WantedProof {
  readonly kind: ProofKind;
  /** True once the proof was given, false when the person would rather not. */
  readonly settle: (proven: boolean) => void;
}

let wanted: WantedProof | null = null;
let outcome: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function tell(next: WantedProof | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

export const readWantedProof = (): WantedProof | null => wanted;
export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Waits until the person has proved themselves; all acts that are refused meanwhile wait for one answer. */
export function requestProof(kind: ProofKind): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  outcome ??= new Promise((resolve) => {
    const settle = (proven: boolean) => {
      outcome = null;
      tell(null);
      resolve(proven);
    };
    tell({ kind, settle });
  });
  return outcome;
}

/** The windows of one browser: a proof that was given in one of them counts in the others. */
const CHANNEL = 'dai-proof';

/** Tells the other windows that the person has proved themselves in this one. */
export function reportProof(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('proven');
  channel.close();
}

/** Calls back when another window reports a proof; answers the function that ends it. */
export function onProofElsewhere(proven: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = proven;
  return () => channel.close();
}
