import { Autocomplete, Select, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIELDS, OPERATORS, valueShape, type FilterDraft } from './filter-values.ts';

/** What a form gives to an input. */
type InputProps = Pick<TextInputProps, 'error' | 'onFocus' | 'onBlur'> & {
  readonly value?: string;
  readonly onChange: (value: unknown) => void;
};

interface FilterFieldsProps {
  /** Names the inputs for screen readers, such as `Rule 1`. */
  readonly name: string;
  readonly op: FilterDraft['op'];
  readonly canWrite: boolean;
  /** Fields that are offered besides those of all contacts. */
  readonly further: readonly string[];
  readonly inputOf: (part: keyof FilterDraft) => InputProps;
}

/** A field, an operator and a value. */
export function FilterFields({ name, op, canWrite, further, inputOf }: FilterFieldsProps): ReactNode {
  const shape = valueShape(op);
  return (
    <>
      <Autocomplete
        aria-label={`${name}: field`}
        placeholder="Field"
        size="xs"
        w={160}
        disabled={!canWrite}
        data={[...FIELDS, ...further]}
        {...inputOf('field')}
      />
      <Select
        aria-label={`${name}: operator`}
        size="xs"
        w={115}
        allowDeselect={false}
        disabled={!canWrite}
        data={Object.entries(OPERATORS).map(([value, label]) => ({ value, label }))}
        {...inputOf('op')}
      />
      {shape !== 'none' && (
        <TextInput
          aria-label={`${name}: value`}
          placeholder={shape === 'list' ? 'one, two, three' : 'Value'}
          size="xs"
          flex="1 1 90px"
          miw={90}
          disabled={!canWrite}
          {...inputOf('value')}
        />
      )}
    </>
  );
}
