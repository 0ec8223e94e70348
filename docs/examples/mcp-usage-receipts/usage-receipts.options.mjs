// @ts-check

/**
 * The address that receipts go to, and the facts that all of them carry.
 *
 * @typedef {object} UsageOptions
 * @property {string | undefined} apiUrl Address of the API, such as https://api.example.com
 * @property {string | undefined} trackingKey The product's tracking key (dtk_…); it stays on machines of your own.
 * @property {{ id: string, name: string, type: string }} product As registered in the workspace.
 * @property {string | undefined} userId A stable pseudonym of the person; no name, no e-mail address.
 * @property {string | undefined} [accountDomain] Domain of the customer, not your own.
 * @property {string | undefined} [workflowId] Stable id of the workflow; the server's name when absent.
 * @property {string} mcpServer Stable name of this server.
 */

/** A literal `${SERVICE_ADOPTION_KEY}` or a credential of another kind is never sent. @param {string} text */
export const isTrackingKey = (text) => /^dtk_[0-9A-Za-z]{36}$/.test(text);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address that takes one event; null when it is none, or when the key would travel in the clear.
 *
 * @param {string} apiUrl
 */
export function trackUrlOf(apiUrl) {
  if (!URL.canParse(apiUrl)) return null;
  const url = new URL(apiUrl);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return null;
  if (url.username || url.password || url.search || url.hash) return null;
  return `${url.href.replace(/\/+$/, '')}/api/usage/track`;
}
