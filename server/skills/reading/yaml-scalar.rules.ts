import { Scalar } from 'yaml';

/** What YAML parsers take a value for; only `text` is a string to all of them. */
export type ScalarKind = 'text' | 'null' | 'boolean' | 'number' | 'date';

const scalarLengthMax = 64;
const nothing = /^(?:~|null|Null|NULL)?$/;
const truth = /^(?:true|True|TRUE|yes|Yes|YES|on|On|ON)$/;
const falsehood = /^(?:false|False|FALSE|no|No|NO|off|Off|OFF)$/;
const numeral =
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.[\d_]+(?:[eE][-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+|\.(?:inf|Inf|INF))$/;
const notNumber = /^\.(?:nan|NaN|NAN)$/;
const date = /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?)?)?$/;
const coreTag = 'tag:yaml.org,2002:';

function plainKind(text: string): ScalarKind {
  if (text.length > scalarLengthMax) return 'text';
  if (nothing.test(text)) return 'null';
  if (truth.test(text) || falsehood.test(text)) return 'boolean';
  if (numeral.test(text) || notNumber.test(text)) return 'number';
  return date.test(text) ? 'date' : 'text';
}

/**
 * A scalar as parsers of YAML 1.1 and 1.2 between them read it: what either takes for a number, a date, a truth value or nothing is no
 * text here, since agents use both. Values keep their own writing unless they are exact as JSON.
 */
export function scalarOf(scalar: Scalar): { kind: ScalarKind; value: string | number | boolean | null } {
  const text = String(scalar.value ?? '');
  const tagged = scalar.tag === `${coreTag}str` || scalar.tag === '!';
  const kind = scalar.type === Scalar.PLAIN && !tagged ? plainKind(text) : 'text';
  if (kind === 'null') return { kind, value: null };
  if (kind === 'boolean') return { kind, value: truth.test(text) };
  const exact = kind === 'number' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text);
  return { kind, value: exact ? Number(text) : text };
}
