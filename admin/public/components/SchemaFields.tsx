import type { ReactNode } from 'react';
import { type FieldError, idOf, labelOf, sentenceOf } from './field.labels.js';

export type { FieldError } from './field.labels.js';

/** As much of JSON Schema as the contracts use. */
export interface FormSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly enum?: readonly (string | null)[];
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface FieldProps {
  readonly name: string;
  readonly pointer: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly errors: readonly FieldError[];
  readonly required: boolean;
  /** The list that more rows are wanted of. */
  readonly more?: string | null;
}

function Field(props: FieldProps) {
  const { schema, value, pointer, errors, required, name, more = null } = props;
  if (schema.properties)
    return (
      <fieldset data-at={pointer}>
        <legend>
          {labelOf(name)}
          {!required && <span className="muted"> (optional)</span>}
        </legend>
        <Hint text={schema.description} />
        <Errors pointer={pointer} errors={errors} />
        <Members schema={schema} pointer={pointer} value={value} errors={errors} required={required} more={more} />
      </fieldset>
    );
  if (schema.items?.properties) return <Rows {...props} />;
  return <Control {...props} />;
}

/** The fields of an object of a contract; a field is called by its JSON pointer. */
export function Members({ schema, pointer, value, errors, required, more = null }: Omit<FieldProps, 'name'>) {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => (
    <Field
      key={name}
      name={name}
      pointer={`${pointer}/${name}`}
      schema={inner}
      value={memberOf(value, name)}
      errors={errors}
      required={required && (schema.required ?? []).includes(name)}
      more={more}
    />
  ));
}

const ROWS_MIN = 3;
const ROWS_MORE = 4;
const ROWS_MAX = 20;

/** The filled rows, and some to add; an empty row counts for nothing. */
function Rows({ schema, value, pointer, errors, name, required, more }: FieldProps) {
  const filled = Array.isArray(value) ? value.length : 0;
  const limit = schema.maxItems ?? ROWS_MAX;
  const count = Math.min(limit, Math.max(ROWS_MIN, filled + (more === pointer ? ROWS_MORE : 1)));
  return (
    <fieldset data-at={pointer} data-rows={pointer} data-rows-max={limit}>
      <legend>{labelOf(name)}</legend>
      <Hint text={schema.description} />
      <Errors pointer={pointer} errors={errors} />
      {Array.from({ length: count }, (_, index) => (
        <fieldset key={index} className="inner" data-at={`${pointer}/${index}`} data-row={`${pointer}/${index}`}>
          <legend className="small">{`${labelOf(name)}, ${index + 1}`}</legend>
          <Errors pointer={`${pointer}/${index}`} errors={errors} />
          <Members
            schema={schema.items ?? {}}
            pointer={`${pointer}/${index}`}
            value={memberOf(value, index)}
            errors={errors}
            required={required && index < (schema.minItems ?? 0)}
          />
        </fieldset>
      ))}
      {count < limit && (
        <p>
          <button type="submit" className="plain-button" name="more" value={pointer} formNoValidate>
            Add a row
          </button>
        </p>
      )}
    </fieldset>
  );
}

const LONG = 300;

function Control({ name, pointer, schema, value, errors, required }: FieldProps) {
  const id = idOf(pointer);
  const own = errors.filter(
    (error) => error.pointer === pointer || (schema.items && error.pointer.startsWith(`${pointer}/`)),
  );
  const described = `${id}-hint${own.length ? ` ${id}-error` : ''}`;
  const common = {
    id,
    name: pointer,
    required,
    'aria-describedby': described,
    'aria-invalid': own.length > 0 ? (true as const) : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {labelOf(name)}
        {!required && <span className="muted"> (optional)</span>}
      </label>
      {schema.enum ? (
        <select {...common} defaultValue={textOf(value)}>
          <option value="">–</option>
          {schema.enum.map((one) => one !== null && <option key={one}>{one}</option>)}
        </select>
      ) : schema.items || isLong(schema) ? (
        <textarea
          {...common}
          rows={3}
          maxLength={schema.items ? undefined : schema.maxLength}
          defaultValue={textOf(value)}
        />
      ) : (
        <input {...common} type={typeOf(schema)} maxLength={schema.maxLength} defaultValue={textOf(value)} dir="auto" />
      )}
      <p className="muted small" id={`${id}-hint`}>
        {schema.description} {schema.items && 'One on each line.'}
      </p>
      {own.length > 0 && (
        <p className="wrong" id={`${id}-error`}>
          {own.map(sentenceOf).join(' ')}
        </p>
      )}
    </div>
  );
}

const isLong = (schema: FormSchema): boolean => (schema.maxLength ?? 0) >= LONG && !isAddress(schema);
const isAddress = ({ pattern }: FormSchema): boolean => pattern?.startsWith('^https://') ?? false;
const typeOf = (schema: FormSchema): string =>
  isAddress(schema)
    ? 'url'
    : schema.format === 'email'
      ? 'email'
      : [schema.type].flat().includes('integer')
        ? 'number'
        : 'text';

const Hint = ({ text }: { text: string | undefined }): ReactNode =>
  text ? <p className="muted small">{text}</p> : null;

function Errors({ pointer, errors }: { pointer: string; errors: readonly FieldError[] }) {
  const own = errors.filter((error) => error.pointer === pointer);
  return own.length ? <p className="wrong">{own.map(sentenceOf).join(' ')}</p> : null;
}
