import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadLexicon } from '../../server/directory/index.js';
import { analyzeIntent } from '../../server/directory/search/intent.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { connectV1, connectV2 } from '../setup/mcp.js';

const RECEIPT_CONTRACT = 'dai://contracts/service-usage-receipt-v1';
const EVENT_CATALOG = 'dai://events/catalog';
const CAPABILITIES = 'dai://capabilities';
const TEXT_BYTES_MAX = 24 * 1024;

const contents = z.object({
  contents: z.tuple([z.object({ uri: z.string(), mimeType: z.literal('application/json'), text: z.string() })]),
});
const capabilityList = z.object({
  version: z.iso.date(),
  capabilities: z.array(z.object({ id: z.string(), title: z.string(), examples: z.array(z.string()) })),
});

let app: TestApp;
let host: Awaited<ReturnType<typeof connectV1>>;
beforeAll(async () => {
  app = await startApp();
  host = await connectV1(app.url);
});
afterAll(async () => {
  await host.close();
  await app.close();
});

async function textOf(uri: string): Promise<string> {
  const [only] = contents.parse(await host.client.readResource({ uri })).contents;
  expect(only.uri).toBe(uri);
  return only.text;
}
const read = async (uri: string): Promise<unknown> => JSON.parse(await textOf(uri));
const readCapabilities = async () => capabilityList.parse(await read(CAPABILITIES));

describe('the list of resources', () => {
  it('stands in a fixed order', async () => {
    const { resources } = await host.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([RECEIPT_CONTRACT, EVENT_CATALOG, CAPABILITIES]);
  });

  it('names each, and says what it is and when to read it', async () => {
    for (const one of (await host.client.listResources()).resources) {
      expect(one, one.uri).toMatchObject({ name: expect.any(String), title: expect.any(String) });
      expect(one.description, one.uri).toMatch(/; read it (before|to) /);
      expect(one.mimeType, one.uri).toBe('application/json');
    }
  });

  it('has no template, since nothing here takes a variable', async () => {
    expect((await host.client.listResourceTemplates()).resourceTemplates).toEqual([]);
  });
});

describe('each resource', () => {
  it.each([RECEIPT_CONTRACT, EVENT_CATALOG, CAPABILITIES])('fits whole into one answer: %s', async (uri) => {
    expect(Buffer.byteLength(await textOf(uri))).toBeLessThanOrEqual(TEXT_BYTES_MAX);
  });

  it.each([RECEIPT_CONTRACT, EVENT_CATALOG, CAPABILITIES])('reads the same in revision 2026-07-28: %s', async (uri) => {
    const modern = await connectV2(app.url);
    const [only] = contents.parse(await modern.client.readResource({ uri })).contents;
    await modern.close();
    expect(only.text).toBe(await textOf(uri));
  });

  it.each([RECEIPT_CONTRACT, EVENT_CATALOG, CAPABILITIES])('is for a workflow token, too: %s', async (uri) => {
    const owned = await connectV1(app.url, { token: app.credentials.workflowToken });
    const [only] = contents.parse(await owned.client.readResource({ uri })).contents;
    await owned.close();
    expect(only.text).toBe(await textOf(uri));
  });
});

describe('the receipt contract', () => {
  it('is the JSON Schema that is served under its own $id', async () => {
    const schema = z.looseObject({ $id: z.url() }).parse(await read(RECEIPT_CONTRACT));
    expect(schema.$id).toBe(`${app.url}/contracts/service-usage-receipt-v1.json`);
    expect((await ask(schema.$id)).body).toEqual(schema);
  });

  it('is what GraphQL answers', async () => {
    const { data } = await askGraphql<{ usageReceiptContract: unknown }>(app, '{ usageReceiptContract }');
    expect(await read(RECEIPT_CONTRACT)).toEqual(data?.usageReceiptContract);
  });
});

describe('the event catalog', () => {
  it('is what GraphQL answers', async () => {
    const question = '{ eventCatalog { event_name event_family area meaning } }';
    const { data } = await askGraphql<{ eventCatalog: unknown }>(app, question);
    expect(await read(EVENT_CATALOG)).toEqual(data?.eventCatalog);
  });
});

describe('the capabilities', () => {
  it('are what GraphQL answers', async () => {
    const question = '{ capabilities { version capabilities { id title examples } } }';
    const { data } = await askGraphql<{ capabilities: unknown }>(app, question);
    expect(await read(CAPABILITIES)).toEqual(data?.capabilities);
  });

  it('name every capability once, with words that a person would write', async () => {
    const { capabilities } = await readCapabilities();
    expect(capabilities.length).toBeGreaterThan(100);
    expect(new Set(capabilities.map(({ id }) => id)).size).toBe(capabilities.length);
    for (const { id, examples } of capabilities) {
      expect(examples.length, id).toBeGreaterThan(0);
      for (const example of examples) expect(example, id).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
    }
  });

  it('give words that are understood as just that capability', async () => {
    for (const { id, examples } of (await readCapabilities()).capabilities)
      for (const example of examples) {
        const { capabilities } = analyzeIntent(loadLexicon(), example).analysis;
        expect(
          capabilities.map((one) => one.id),
          example,
        ).toEqual([id]);
      }
  });
});

describe('an address that is no resource', () => {
  it.each(['dai://events/unknown', 'file:///etc/passwd', ''])('is refused as wrong parameters: "%s"', async (uri) => {
    await expect(host.client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  it('is refused in the same way in revision 2026-07-28', async () => {
    const modern = await connectV2(app.url);
    const uri = 'dai://events/unknown';
    await expect(modern.client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    await modern.close();
  });
});
