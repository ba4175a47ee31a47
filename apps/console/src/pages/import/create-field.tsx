import { Select, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateCustomField, type CustomField, type NewCustomField } from '../../data/custom-fields.ts';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { fieldNameOf } from './guess-columns.ts';

const TYPES = ['string', 'number', 'boolean', 'date', 'dropdown', 'multi_select'] as const;

interface Values {
  readonly name: string;
  readonly type: NewCustomField['field_type'];
  readonly options: string[];
}

export interface CreateFieldProps {
  /** The title of the column that the field is for. */
  readonly column: string;
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

/** Creates a custom field, named after a column. */
export function CreateField({ column, onClose, onCreated }: CreateFieldProps): ReactNode {
  const { form, dialog } = useCreateForm<Values, NewCustomField, CustomField>({
    name: `field-${column}`,
    initialValues: { name: fieldNameOf(column), type: 'string', options: [] },
    creation: useCreateCustomField(),
    path: '/api/v1/custom-fields/',
    bodyOf: (values) => ({
      name: values.name,
      display_label: column === '' ? null : column.slice(0, 200),
      field_type: values.type,
      ...(hasOptions(values) ? { options: values.options } : {}),
    }),
    onClose,
    onCreated: ({ name }) => onCreated(name),
  });
  const { name, options } = form.values;
  const isChoice = hasOptions(form.values);
  return (
    <RequestDialog
      title="New field"
      action="Create field"
      isIncomplete={name === '' || (isChoice && options.length === 0)}
      {...dialog}
    >
      <TextInput
        label="Name"
        description="Templates and the API use it: custom_fields.name."
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label="Type"
        allowDeselect={false}
        data={TYPES.map((value) => ({ value, label: formatWord(value) }))}
        {...form.getInputProps('type')}
      />
      {isChoice && <TagsInput label="Options" {...form.getInputProps('options')} />}
    </RequestDialog>
  );
}

function hasOptions({ type }: Values): boolean {
  return type === 'dropdown' || type === 'multi_select';
}
