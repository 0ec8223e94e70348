import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readMcpEntry } from '../../server/directory/imports/mcp-entry.schema.js';
import { mcpServerJson } from '../../server/public/mcp-server.json.js';

/** The rules of the registry's schema of 2025-12-11 for the members that a remote server has; members that are not here are not expected. */
const RULES = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'remotes'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: { type: 'string', pattern: '^https?://' },
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          headers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: {
                name: { type: 'string' },
                description: { type: 'string' },
                placeholder: { type: 'string' },
                isRequired: { type: 'boolean' },
                isSecret: { type: 'boolean' },
              },
            },
          },
        },
      },
    },
  },
};
const ajv = new Ajv2020({ allErrors: true });
const isServerJson = ajv.compile(RULES);

describe('the server.json of a deployment', () => {
  it.each([
    'https://api.example.com',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
    'https://203.0.113.7',
    'http://dai_gateway:4000',
    'https://xn--bcher-kva.example',
  ])('has the form of the registry at %s', (baseUrl) => {
    isServerJson(mcpServerJson(baseUrl));
    expect(isServerJson.errors ?? []).toEqual([]);
  });

  it.each([
    ['https://api.example.com', 'com.example.api/dai'],
    ['https://api.example.com:8443', 'com.example.api/dai'],
    ['https://API.Example.COM', 'com.example.api/dai'],
    ['https://example.com.', 'com.example/dai'],
    ['http://gateway:4000', 'gateway/dai'],
    ['http://localhost:4000', 'localhost/dai'],
    ['http://127.0.0.1:4000', 'localhost/dai'],
    ['http://[2001:db8::1]', 'localhost/dai'],
    ['https://203.0.113.7', 'localhost/dai'],
    ['http://dai_gateway:4000', 'localhost/dai'],
  ])('at %s is called %s', (baseUrl, name) => {
    expect(mcpServerJson(baseUrl).name).toBe(name);
  });

  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(mcpServerJson('https://api.example.com').version).toBe(version);
  });

  it('says that the credential is a secret that no one must have', () => {
    expect(mcpServerJson('https://api.example.com').remotes).toMatchObject([
      { url: 'https://api.example.com/mcp', headers: [{ name: 'Authorization', isRequired: false, isSecret: true }] },
    ]);
  });

  it('claims no package as long as the package is private', () => {
    const { private: isPrivate } = JSON.parse(readFileSync('package.json', 'utf8')) as { private?: boolean };
    expect([isPrivate, mcpServerJson('https://api.example.com').packages]).toEqual([true, undefined]);
  });

  it('is taken by our own reader of the registry’s format', () => {
    const read = readMcpEntry(mcpServerJson('https://api.example.com'), '2026-01-02');
    expect('entry' in read && read.entry.record.facts.interfaces).toEqual(['mcp']);
  });
});
