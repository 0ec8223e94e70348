import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** An act that the palette leads to: its name, and what was typed for it. */
export interface Act {
  readonly name: 'create-key' | 'create-token' | 'invite' | 'report-amount' | 'set-budget';
  readonly value: string;
}

/** Begins an act that was chosen in the palette, once: going back to the page does not begin it again. */
export function useAct(name: Act['name'], begin: (value: string) => void): void {
  const { key, state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const act: Act | null = state?.act?.name === name ? state.act : null;
  useEffect(() => {
    if (!act) return;
    begin(act.value);
    navigate({ pathname, search }, { replace: true, state: null });
  }, [key]);
}
