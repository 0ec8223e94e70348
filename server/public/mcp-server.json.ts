import { isIP } from 'node:net';
import { mcpUrlOf } from '../accounts/index.js';
import { VERSION } from '../platform/version.js';

/** The registry's own format of today (MCP registry, server.json). */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** For addresses without a domain: such a name is for one machine and no registry takes it. */
const NO_NAMESPACE = 'localhost';

/**
 * The server.json of this deployment for MCP registries. It names the remote server alone: the command line is on no package registry, and
 * a package under its name there would be run in our place (decision 0025).
 */
export const mcpServerJson = (baseUrl: string): Record<string, unknown> => ({
  $schema: SCHEMA,
  name: `${namespaceOf(baseUrl)}/dai`,
  title: 'DAI, the developer adoption index',
  description: 'Finds developer tools and credits with evidence, plans a build, and answers packets of saved plans.',
  version: VERSION,
  websiteUrl: `${baseUrl}/docs`,
  remotes: [
    {
      type: 'streamable-http',
      url: mcpUrlOf(baseUrl),
      headers: [
        {
          name: 'Authorization',
          description: 'Bearer and a workflow token, for get_build_packet; leave it out for the public tools.',
          isRequired: false,
          isSecret: true,
          placeholder: 'Bearer dai_…',
        },
      ],
    },
  ],
});

/** The host turned round, as registries check it against the domain; an address or a name that no domain can have owns none. */
function namespaceOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const labels = hostname.split('.').filter((label) => label !== '');
  const isName = isIP(hostname) === 0 && labels.every((label) => /^[a-z0-9-]+$/.test(label));
  return isName ? labels.reverse().join('.') : NO_NAMESPACE;
}
