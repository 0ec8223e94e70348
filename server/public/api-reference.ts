import type { Json } from '../../rest-shims/openapi.answer.js';
import { isRecord } from '../platform/json.rules.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** The schemes of the description in people's words. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  session: 'session',
  trackingKey: 'tracking key',
  workflowToken: 'workflow token',
  enterpriseKey: 'enterprise key',
};

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly described: Json;
}

/**
 * The paths of an OpenAPI description and the shapes that they name, as HTML for reading: it needs no script, and weighs a tenth of what a
 * viewer of such descriptions does.
 */
export function renderApiReference(description: Json): string {
  const operations = membersOf(description.paths).flatMap(([path, item]) =>
    membersOf(item).flatMap(([method, described]): Operation[] =>
      METHODS.includes(method) ? [{ method, path, described }] : [],
    ),
  );
  const sections = recordsOf(description.tags).map((tag) => {
    const name = textOf(tag.name);
    const own = operations.filter(({ described }) => listOf(described.tags).includes(name));
    return `<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${html(name)}</h2><p class="muted">${html(textOf(tag.description))}</p>${own.map(operationHtml).join('')}</section>`;
  });
  const schemas = membersOf(recordOf(description.components).schemas)
    .map(([name, schema]) =>
      folded(`<code>${html(name)}</code>`, `<div id="${idOf(name)}">${schemaHtml(schema)}</div>`),
    )
    .join('');
  return `${sections.join('')}<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p class="muted">What goes in and comes out, as JSON Schema.</p>${schemas}</section>`;
}

function operationHtml({ method, path, described }: Operation): string {
  const heading = `<code class="method" data-method="${method}">${method.toUpperCase()}</code> <code class="path">${html(path)}</code> <span>${html(textOf(described.summary))}</span>`;
  const parts = [
    described.description ? `<p>${prose(textOf(described.description))}</p>` : '',
    `<p class="muted">${html(credentialsOf(described))}</p>`,
    parametersHtml(recordsOf(described.parameters)),
    bodyHtml(recordOf(described.requestBody)),
    answersHtml(recordOf(described.responses)),
  ];
  return folded(heading, `<div id="${idOf(textOf(described.operationId))}">${parts.join('')}</div>`);
}

function credentialsOf({ security }: Json): string {
  const names = recordsOf(security).flatMap((one) => Object.keys(one));
  const open = recordsOf(security).some((one) => Object.keys(one).length === 0);
  const list = names.map((name) => CREDENTIALS[name] ?? name).join(', ');
  if (open || security === undefined) return list ? `For everyone; also takes: ${list}.` : 'For everyone.';
  return `Takes: ${list}.`;
}

function parametersHtml(parameters: readonly Json[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description, example }) => {
    const shown = example === undefined || example === '' ? '' : ` Example: <code>${html(jsonOf(example))}</code>`;
    return `<tr><th scope="row"><code>${html(textOf(name))}</code></th><td>${html(textOf(place))}${required === true ? ', required' : ''}</td><td>${prose(textOf(description))}${shown}</td></tr>`;
  });
  return table('Parameters', ['Name', 'Place', 'What it is'], rows);
}

function bodyHtml({ content }: Json): string {
  return membersOf(content)
    .map(([type, { schema, examples }]) => {
      const shown = membersOf(examples).map(([, { summary, value }]) =>
        folded(`Example: ${html(textOf(summary))}`, `<pre>${html(JSON.stringify(value, null, 2))}</pre>`),
      );
      return `<h3>Body</h3><p>${html(type)}: ${referenceHtml(schema)}</p>${shown.join('')}`;
    })
    .join('');
}

function answersHtml(responses: Json): string {
  const rows = membersOf(responses).map(([status, { description, content }]) => {
    const shapes = membersOf(content).map(([, { schema }]) => referenceHtml(schema));
    return `<tr><th scope="row"><code>${html(status)}</code></th><td>${prose(textOf(description))}</td><td>${shapes.join(', ')}</td></tr>`;
  });
  return table('Answers', ['Status', 'When', 'Shape'], rows);
}

const table = (caption: string, columns: readonly string[], rows: readonly string[]): string =>
  `<table><caption>${caption}</caption><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;

/** The name of a shape as a link to it; a shape without a name is shown where it is. */
function referenceHtml(schema: unknown): string {
  const { $ref } = recordOf(schema);
  if (typeof $ref !== 'string') return schema === undefined ? '' : schemaHtml(schema);
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return `<a href="#${idOf(name)}"><code>${html(name)}</code></a>`;
}

/** A shape as it is written, each shape that it names a link. */
const schemaHtml = (schema: unknown): string =>
  `<pre>${html(JSON.stringify(schema, null, 2)).replaceAll(
    /&quot;#\/components\/schemas\/([\w.-]+)&quot;/g,
    (_whole, name: string) => `<a href="#${idOf(name)}">${name}</a>`,
  )}</pre>`;

const folded = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>${content}</details>`;

/** Escapes a text; a part in backquotes is code. */
const prose = (text: string): string => html(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const idOf = (name: string): string => `api-${name.replaceAll(/[^\w-]+/g, '-')}`;
const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});
const recordsOf = (value: unknown): Json[] => listOf(value).filter(isRecord);
const membersOf = (value: unknown): [string, Json][] =>
  Object.entries(recordOf(value)).map(([name, member]) => [name, recordOf(member)]);

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
