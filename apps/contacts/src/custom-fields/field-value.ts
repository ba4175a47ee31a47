import { fitsCodePoints } from '@outreach/values';
import { z } from 'zod';
import { hasOptions, type CustomField, type FieldKind } from './custom-field.ts';

const TEXT_CHARACTERS_MAX = 4_096;

type ValueType = Pick<CustomField, 'field_type' | 'options'>;

/** A value in the type of its field, or the rule that it breaks. */
export type CheckedValue = { readonly value: unknown } | { readonly rule: string };

const text = z.string().refine((value) => fitsCodePoints(value, TEXT_CHARACTERS_MAX));

const RULES: Readonly<Record<FieldKind, string>> = {
  string: `must be a text of at most ${TEXT_CHARACTERS_MAX} characters`,
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date such as 2026-01-31',
  dropdown: 'must be one of the options',
  multi_select: 'must be a list of options',
};

function schemaOf({ field_type: type, options }: ValueType): z.ZodType {
  const option = z.string().refine((value) => options.includes(value));
  const schemas: Readonly<Record<FieldKind, z.ZodType>> = {
    string: text,
    number: z.number(),
    boolean: z.boolean(),
    date: z.iso.date(),
    dropdown: option,
    multi_select: z.array(option).transform((values) => [...new Set(values)]),
  };
  return schemas[type];
}

export function checkValue(field: ValueType, raw: unknown): CheckedValue {
  const result = schemaOf(field).safeParse(raw);
  return result.success ? { value: result.data } : { rule: RULES[field.field_type] };
}

/** A fallback is a value of the field's type or its text, because templates insert it as text. */
export function checkFallback(field: ValueType, raw: unknown): CheckedValue {
  const direct = checkValue(field, raw);
  if ('value' in direct || typeof raw !== 'string') return direct;
  const fits = fromText(field, raw).some((value) => 'value' in checkValue(field, value));
  return fits ? { value: raw } : direct;
}

function fromText({ field_type: type }: ValueType, raw: string): unknown[] {
  if (type === 'number') return raw.trim() === '' ? [] : [Number(raw)];
  if (type === 'boolean') return raw === 'true' || raw === 'false' ? [raw === 'true'] : [];
  return hasOptions(type) ? [[raw]] : [];
}
