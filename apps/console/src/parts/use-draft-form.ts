import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { OutreachError } from '@outreach/client';
import { useState } from 'react';
import { useKeptKey } from './use-kept-key.ts';

export interface DraftFormOptions<Values extends object> {
  /** Names the stored values in this tab. */
  readonly name: string;
  readonly initialValues: Values;
  readonly validate?: UseFormInput<Values>['validate'];
  /** Fields that are not stored. */
  readonly secrets?: readonly (keyof Values & string)[];
}

export interface DraftForm<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  /** The Idempotency-Key of the values: the same for the same values, so that a second click creates nothing. */
  readonly key: string;
  /** Marks the fields that the API refuses. */
  readonly showError: (error: Error) => void;
  /** Forgets the stored values. */
  readonly discard: () => void;
  /** True after a change, until it is saved or discarded. */
  readonly isEdited: boolean;
}

/** A form whose values survive an error, a lost session and a reload. */
export function useDraftForm<Values extends object>(options: DraftFormOptions<Values>): DraftForm<Values> {
  const { name, initialValues, validate, secrets = [] } = options;
  const storedName = `draft-${name}`;
  const { key, renew, onError } = useKeptKey(name);
  const [isEdited, setEdited] = useState(false);
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...storedValues(storedName, initialValues) },
    ...(validate === undefined ? {} : { validate }),
    onValuesChange: (values) => {
      renew();
      setEdited(true);
      const kept = Object.entries(values).filter(([field]) => !secrets.some((secret) => secret === field));
      sessionStorage.setItem(storedName, JSON.stringify(Object.fromEntries(kept)));
    },
  });
  return {
    form,
    key,
    showError: (error) => {
      onError(error);
      form.setErrors(fieldErrors(error));
    },
    discard: () => {
      sessionStorage.removeItem(storedName);
      renew();
      setEdited(false);
    },
    isEdited,
  };
}

/** The fields that the API refuses, with the reason of each. */
function fieldErrors(error: Error): Record<string, string> {
  if (!(error instanceof OutreachError)) return {};
  const found = (error.errors ?? []).map(({ field, message }) => [toPath(field), message] as const);
  return Object.fromEntries(
    error.field === undefined ? found : [[toPath(error.field), error.message], ...found],
  );
}

/** `filters[0].value` as forms name it: `filters.0.value`. */
function toPath(field: string): string {
  return field.replaceAll(/\[(\d+)\]/g, '.$1');
}

/** The stored values of fields that the form has. */
function storedValues(name: string, initial: object): object {
  const known = new Set(Object.keys(initial));
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(entries.filter(([field]) => known.has(field)));
  } catch {
    return {};
  }
}
