import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import { APPROVAL_KEYS_PATH } from '../platform/approval.sign.js';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { Fault } from '../platform/fault.js';
import { takesOnly } from '../platform/http/methods.js';
import { mcpServerJson } from './mcp-server.json.js';
import { type SecurityTxtConfig, securityTxt } from './security.txt.js';
import { skill, skillMd } from './skill.md.js';

const SKILLS = '/.well-known/agent-skills';
const SKILL_FILE = `${SKILLS}/${skill.name}/SKILL.md`;
/** Agent Skills Discovery 0.2.0. */
const INDEX_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/**
 * The documents that programs look for at a known place: our skill with its index, the server.json for MCP registries (decision 0025),
 * security.txt, which is 404 where the operator names no contact, and the keys of approvals, which are 404 where none are signed.
 */
export function wellKnownRoutes(
  config: Pick<Config, 'baseUrl' | 'workspaceUrl' | 'approvalKeys'> & SecurityTxtConfig,
  clock: Clock,
): Router {
  const file = skillMd(config);
  const index = {
    $schema: INDEX_SCHEMA,
    skills: [{ ...skill, type: 'skill-md', url: SKILL_FILE, digest: digestOf(file) }],
  };
  const json = 'application/json; charset=utf-8';
  const documents = [
    { path: `${SKILLS}/index.json`, type: json, text: JSON.stringify(index) },
    { path: SKILL_FILE, type: 'text/markdown; charset=utf-8', text: file },
    { path: '/.well-known/mcp/server.json', type: json, text: JSON.stringify(mcpServerJson(config.baseUrl)) },
  ];
  const router = express.Router();
  for (const { path, type, text } of documents)
    router
      .route(path)
      .get((_req, res) => sendPublic(res, type, text))
      .all(takesOnly('GET', 'HEAD'));
  router
    .route('/.well-known/security.txt')
    .get((_req, res) => {
      const text = securityTxt(config, clock.now());
      if (text === null) throw new Fault('NOT_FOUND', { say: 'The operator has named no security contact.' });
      sendPublic(res, 'text/plain; charset=utf-8', text);
    })
    .all(takesOnly('GET', 'HEAD'));
  router
    .route(APPROVAL_KEYS_PATH)
    .get((_req, res) => {
      if (!config.approvalKeys) throw new Fault('NOT_FOUND', { say: 'Approvals are not signed here.' });
      sendPublic(res, 'application/jwk-set+json', JSON.stringify({ keys: config.approvalKeys.publicKeys }));
    })
    .all(takesOnly('GET', 'HEAD'));
  return router;
}

/** The digest of the bytes as they are sent, so that a client that fetched the file can tell that it is the one of the index. */
const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
