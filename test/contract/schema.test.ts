import { readFileSync } from 'node:fs';
import { type GraphQLSchema, getNamedType, isInputObjectType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { printFragments, printReplies, readDefinitions } from '../../documents/print.js';
import { downloads, uploads } from '../../rest-shims/index.js';
import { openSchema, printedSchema } from '../../server/app/schema.js';
import { operations } from '../../server/platform/operation.js';
import { pageDaysOn } from '../../server/public/page-days.js';

let schema: GraphQLSchema;
beforeAll(async () => {
  schema = await openSchema();
});

const rootFields = () =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.values(type?.getFields() ?? {}));

/** Names that the specification writes with an underscore. */
const SPELLED_SO = new Set(['event_name', 'event_family', 'developer_id', 'account_domain', 'event_id']);

/** Lists that the contract names after what they hold (decisions §3). */
const NAMED_BY_CONTRACT: Record<string, string> = {
  adoption: 'tools',
  usage: 'receipts',
  directoryContext: 'tools',
  directoryChanges: 'changes',
  offers: 'offers',
  workflowTokens: 'tokens',
};

/** Answers in another user's format, whose pages look as that format wants it. */
const FOREIGN_FORMAT = new Set(['mcpServers']);
/** Its rows are as many as an answer has room for, so that it has no limit. */
const CUT_BY_SIZE = 'enterpriseReport';

describe('the one schema', () => {
  it('stands in schema.graphql as it is: run npm run schema when this fails', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema(schema));
  });

  it('is in what REST and MCP take of the documents: run npm run schema when this fails', () => {
    const shared = readDefinitions('documents');
    const replies = printReplies(printedSchema(schema), shared, readDefinitions('mcp/documents'));
    expect(readFileSync('rest-shims/fragment.texts.ts', 'utf8')).toBe(printFragments(shared));
    expect(readFileSync('mcp/replies.ts', 'utf8')).toBe(replies);
  });

  it('is printed with the days of pages whose text comes with the product: run npm run schema when this fails', () => {
    const stored = JSON.parse(readFileSync('server/public/page-days.json', 'utf8'));
    expect(pageDaysOn('9999-12-31')).toEqual(stored);
  });

  it('has an operation behind every root field and a root field for every operation that takes and sends no file', () => {
    const withFile = [...uploads, ...downloads].map(({ operation }) => operation);
    expect(
      rootFields()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...operations.keys()].filter((name) => !withFile.includes(name)).sort());
  });

  it('has a function with its name behind every operation, which a stack trace and a profile show', () => {
    const others = [...operations].filter(([name, { run }]) => run.name !== name);
    expect(others.every(([, { run }]) => run.name === 'readWithReceipt')).toBe(true);
    expect(others.length).toBeLessThan(8);
  });

  it('lets every mutation answer null, so that a second failure does not erase the first acknowledgement', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });

  it('types every argument and every member of an input; only metadata, the items of a batch, a payload to try, a browser’s answer and what a published contract describes are JSON', () => {
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const members = [
      ...rootFields().flatMap(({ name, args }) => args.map((one) => [`${name}(${one.name})`, one.type] as const)),
      ...inputs.flatMap((type) =>
        Object.values(type.getFields()).map((one) => [`${type.name}.${one.name}`, one.type] as const),
      ),
    ];
    const untyped = members.filter(([, type]) => getNamedType(type).name.startsWith('JSON'));
    expect(untyped.map(([name]) => name).sort()).toEqual([
      'ConfirmPasskeyInput.passkey',
      'DryRunPayloadInput.payload',
      'ProveIdentityInput.passkey',
      'SubmitIntakeInput.fields',
      'TrackingEventInput.metadata',
      'previewIntake(contact)',
      'previewIntake(fields)',
      'previewIntake(organization)',
      'trackBatch(events)',
    ]);
  });

  it('spells names in camelCase, apart from those of the specification', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    const names = types.flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.keys(type.getFields()).map((field) => [type.name, field] as const)
        : [],
    );
    const odd = names.filter(([, field]) => !/^[a-z][A-Za-z0-9]*$/.test(field) && !SPELLED_SO.has(field));
    expect(odd).toEqual([]);
  });

  it('pages every list that can grow: a limit, a cursor, and the cursor of the next page', () => {
    const lists = rootFields().filter(
      ({ name, args }) =>
        args.some((one) => one.name === 'cursor') && !FOREIGN_FORMAT.has(name) && name !== CUT_BY_SIZE,
    );
    expect(lists.length).toBeGreaterThan(3);
    for (const { name, args, type } of lists) {
      const page = getNamedType(type);
      expect(
        args.map((one) => one.name),
        name,
      ).toContain('limit');
      expect(isObjectType(page) && Object.keys(page.getFields()), name).toEqual(
        expect.arrayContaining([NAMED_BY_CONTRACT[name] ?? 'items', 'nextCursor']),
      );
    }
  });
});
