const ENTRY = 'dai.reloaded-at';
const PAUSE_MS = 60_000;

/**
 * Reloads the workspace when a part of it can't be had: after an update its files have other names. Not twice in a
 * minute, so that a network that is away shows its error.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(ENTRY) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    event.preventDefault();
    sessionStorage.setItem(ENTRY, String(Date.now()));
    window.location.reload();
  });
}
