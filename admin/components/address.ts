/** The host of a source's address, which is what people recognise. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url);

/** An address as people write it: without its scheme and a closing slash. */
export const addressOf = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
