import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { Feed, type FeedOptions, type Item } from 'feed';
import { sendPublic } from '../../rest-shims/reply.js';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { addressOf } from '../platform/http/address.rules.js';
import { takesOnly } from '../platform/http/methods.js';

/** As many entries as a reader that looks once a day needs. */
const ENTRIES = 50;
/** Names are other people's text: Atom's titles are HTML, those of JSON Feed are not, and descriptions are HTML in both. */
const FORMS = {
  atom: { type: 'application/atom+xml; charset=utf-8', title: inHtml, write: (feed: Feed) => feed.atom1() },
  json: {
    type: 'application/feed+json; charset=utf-8',
    title: (text: string) => text,
    write: (feed: Feed) => feed.json1(),
  },
} as const;

interface Change {
  readonly version: number;
  readonly at: Date | string;
  readonly resource: 'tool' | 'offer';
  readonly slug: string;
  readonly name: string | null;
  readonly change: 'created' | 'updated' | 'removed';
  readonly fields: readonly string[];
}
interface ReadChanges {
  readonly changes: readonly Change[];
  readonly asOf: Date | string;
}
interface ReadSnapshots {
  readonly items: readonly {
    readonly snapshotId: string;
    readonly day: string;
    readonly methodology: string;
    readonly createdAt: Date | string;
  }[];
}

/** The contents of a feed; its entries come newest first. */
interface Contents {
  readonly title: string;
  readonly description: string;
  /** The page whose news these are. */
  readonly page: string;
  readonly updatedAt: Date | null;
  readonly items: readonly Item[];
}

const CHANGES = `{ reply: latestDirectoryChanges(limit: ${ENTRIES}) { changes { version at resource slug name change fields } asOf } }`;
const SNAPSHOTS = `{ reply: adoptionSnapshots(limit: ${ENTRIES}) { items { snapshotId day methodology createdAt } } }`;

/** `/feeds/directory` and `/feeds/adoption`, as Atom and as JSON Feed: what changed lately, for readers and for programs. */
export function feedRoutes<Parts extends object>(transport: Transport<Parts>): Router {
  const { workspaceUrl } = transport.platform.config;
  const router = express.Router();
  serve('directory', CHANGES, (data) => changesIn(data as ReadChanges, workspaceUrl));
  serve('adoption', SNAPSHOTS, (data) => snapshotsIn(data as ReadSnapshots, workspaceUrl));
  return router;

  function serve(name: string, document: string, read: (data: unknown) => Contents): void {
    for (const form of ['atom', 'json'] as const) {
      const path = `/feeds/${name}.${form}`;
      router
        .route(path)
        .get(showFeed(path, form, document, read))
        .all(takesOnly('GET', 'HEAD'));
    }
  }

  function showFeed(
    path: string,
    form: keyof typeof FORMS,
    document: string,
    read: (data: unknown) => Contents,
  ): RequestHandler {
    const { platform, schema, makeContext } = transport;
    const prepared = prepareDocument(schema, document, path);
    return async (req: Request, res: Response) => {
      await platform.limits.count('public-read', req, res, addressOf(req));
      const ctx = makeContext(ANONYMOUS, req, res, { counted: true });
      const { title, description, page, updatedAt, items } = read(
        await runPrepared(ctx, { ...prepared, schema, variables: {} }),
      );
      const options: FeedOptions = {
        id: workspaceUrl + page,
        link: workspaceUrl + page,
        title,
        description,
        language: 'en',
        copyright: '',
        feedLinks: { [form]: workspaceUrl + path },
        author: { name: 'DAI', link: workspaceUrl },
        updated: updatedAt ?? new Date(0), // a feed without an entry has not changed yet
      };
      const feed = new Feed(options);
      for (const item of items)
        feed.addItem({
          ...item,
          title: FORMS[form].title(item.title),
          description: inHtml(item.description ?? ''),
        });
      sendPublic(res, FORMS[form].type, FORMS[form].write(feed));
    };
  }
}

const WORDS = { created: 'is listed', updated: 'has changed', removed: 'was taken down' } as const;

function changesIn({ changes, asOf }: ReadChanges, workspaceUrl: string): Contents {
  return {
    title: 'DAI: changes of the directory',
    description: 'Tools and offers that were listed, changed or taken down.',
    page: '/directory',
    updatedAt: new Date(asOf),
    items: changes.map(({ version, at, resource, slug, name, change, fields }) => {
      const link = `${workspaceUrl}/${resource}s/${slug}`;
      const what = fields.map((field) => field.replace(/([A-Z])/g, ' $1').toLowerCase()).join(', ');
      return {
        id: `${link}#${version}`,
        link,
        title: `${name ?? slug} ${WORDS[change]}`,
        description: change === 'updated' && what !== '' ? `Changed: ${what}.` : `The ${resource} ${WORDS[change]}.`,
        date: new Date(at),
      };
    }),
  };
}

function snapshotsIn({ items }: ReadSnapshots, workspaceUrl: string): Contents {
  return {
    title: 'DAI: snapshots of adoption',
    description: 'One snapshot a day of what vendors’ own servers report; none of them ever changes.',
    page: '/adoption',
    updatedAt: items[0] ? new Date(items[0].createdAt) : null,
    items: items.map(({ snapshotId, day, methodology, createdAt }) => ({
      id: `${workspaceUrl}/adoption#${snapshotId}`,
      link: `${workspaceUrl}/adoption/${day}`,
      title: `Adoption until ${day}`,
      description: `Snapshot ${snapshotId}, made under ${methodology}.`,
      date: new Date(createdAt),
    })),
  };
}

/** Text as HTML shows it. */
function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
