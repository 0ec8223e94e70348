import createCache from '@emotion/cache';

/** The server writes a fresh nonce into the page for every request; without it the policy refuses every style element. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Every style element that MUI makes comes from this cache and so carries the nonce. */
export const styleCache = createCache({ key: 'dai', nonce: styleNonce, prepend: true });
