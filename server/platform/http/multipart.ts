import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import busboy from 'busboy';
import { Fault, type FieldProblem, invalid } from '../fault.js';
import { pointerStep } from '../graphql/input.walk.js';
import { whileArriving } from './arrival.js';
import { hasUnstorableText } from './body.js';

/** The bytes that a form may hold beside its file: boundaries, part headers and short fields. */
const ENVELOPE_BYTES_MAX = 64 * 1024;
const FIELD_BYTES_MAX = 1024;
const PARTS_MAX = 10;
const BROKEN = 'the form is not well-formed multipart';

/** The parts that a form must hold: each of these text fields and one file, under their names; the optional ones may be left out. */
export interface FormShape {
  readonly fields: readonly string[];
  readonly optional?: readonly string[];
  readonly file: string;
  readonly fileBytesMax: number;
}

export interface FormFile {
  /** As the sender wrote it, without a path; empty when it has none. */
  readonly name: string;
  /** The content as it arrives; it ends in a fault beyond the limit. */
  readonly bytes: AsyncIterable<Buffer>;
}

export type FormFields = Readonly<Record<string, string>>;

/**
 * Reads one multipart form and hands its file to `take` while it arrives, with the fields that came before it. Nothing is kept here, and
 * nothing of it goes on when this has settled: `take` has ended by then, whatever became of the form or of the connection.
 * Not multipart: 415; a file or form beyond the limit: 413; one that stops coming, or whatever else is wrong: 400 with a pointer to the part.
 */
export async function readForm<T>(
  req: IncomingMessage,
  shape: FormShape,
  take: (file: FormFile, before: FormFields) => Promise<T>,
): Promise<{ fields: FormFields; taken: T }> {
  const form = openForm(req, shape);
  const parts: Parts<T> = { fields: {}, problems: [], taken: null };
  let received = 0;
  const whole = new Promise<void>((resolve, reject) => {
    finished(req, (error) => (error ? reject(malformed('the form ended early')) : undefined));
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > shape.fileBytesMax + ENVELOPE_BYTES_MAX) reject(tooLarge(shape));
    });
    collectParts(form, shape, parts, take, reject);
    form.on('error', () => reject(malformed(BROKEN)));
    form.on('close', resolve);
    req.pipe(form);
  });
  try {
    await whileArriving(req, whole);
    return { fields: parts.fields, taken: await completed(parts, shape) };
  } finally {
    req.unpipe(form);
    req.resume(); // what is still under way is let go, so that the sender gets to read the answer
    form.destroy(); // ends the reading of the file too
    await parts.taken?.catch(() => undefined);
  }
}

interface Parts<T> {
  readonly fields: Record<string, string>;
  readonly problems: FieldProblem[];
  taken: Promise<T> | null;
}

const problemAt = (name: string, code: string, detail: string): FieldProblem => ({
  pointer: pointerStep(name),
  code,
  detail,
});

function collectParts<T>(
  form: busboy.Busboy,
  shape: FormShape,
  parts: Parts<T>,
  take: (file: FormFile, before: FormFields) => Promise<T>,
  failed: (reason: unknown) => void,
): void {
  const { fields, problems } = parts;
  form.on('field', (name, value, { valueTruncated }) => {
    if (!shape.fields.includes(name) && !shape.optional?.includes(name))
      problems.push(problemAt(name, 'unknown_field', 'this is not a field of the form'));
    else if (Object.hasOwn(fields, name)) problems.push(problemAt(name, 'repeated', 'this field was sent twice'));
    else if (valueTruncated || hasUnstorableText(value))
      problems.push(problemAt(name, 'invalid', 'this is not a short text'));
    else fields[name] = value;
  });
  form.on('file', (name, stream, { filename }) => {
    stream.on('error', () => undefined); // the reader of the file gets the error
    if (name === shape.file) {
      parts.taken = take({ name: filename ?? '', bytes: bounded(stream, shape) }, { ...fields });
      // The end of a broken form also ends the reading of its file: what is told is that the form is broken.
      parts.taken.catch((reason) => failed(form.errored && !(reason instanceof Fault) ? malformed(BROKEN) : reason));
    } else {
      stream.resume();
      problems.push(problemAt(name, 'unknown_field', `the form has one file, under the name ${shape.file}`));
    }
  });
  for (const beyond of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    form.on(beyond, () =>
      problems.push(problemAt(shape.file, 'too_many_parts', 'the form has more parts than its fields and one file')),
    );
}

async function completed<T>({ fields, problems, taken }: Parts<T>, shape: FormShape): Promise<T> {
  const found = new Set(problems.map(({ pointer }) => pointer));
  for (const name of shape.fields)
    if (!fields[name] && !found.has(pointerStep(name)))
      problems.push(problemAt(name, 'required', `the form needs the field ${name}`));
  if (taken === null && !found.has(pointerStep(shape.file)))
    problems.push(problemAt(shape.file, 'required', `the form needs a file under the name ${shape.file}`));
  if (problems.length || taken === null) throw invalid(problems);
  return taken;
}

function openForm({ headers }: IncomingMessage, shape: FormShape): busboy.Busboy {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  if (!/^multipart\/form-data\s*(;|$)/i.test(type) || encoding.toLowerCase() !== 'identity')
    throw new Fault('UNSUPPORTED_MEDIA_TYPE', { say: 'Send the form as multipart/form-data, not compressed.' });
  if (Number(length) > shape.fileBytesMax + ENVELOPE_BYTES_MAX) throw tooLarge(shape);
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: {
        fields: PARTS_MAX,
        files: 1,
        parts: PARTS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fileSize: shape.fileBytesMax + 1,
        headerPairs: 20,
      },
    });
  } catch {
    throw malformed('the boundary of the form is missing');
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>, shape: FormShape): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > shape.fileBytesMax) throw tooLarge(shape);
    yield chunk;
  }
}

const malformed = (detail: string): Fault => invalid([{ pointer: '', code: 'malformed_form', detail }]);

const tooLarge = ({ fileBytesMax }: FormShape): Fault =>
  new Fault('PAYLOAD_TOO_LARGE', { say: `A file may have at most ${fileBytesMax / 1024 / 1024} MiB.` });
