import { Button, Modal, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCreateCustomField, type NewCustomField } from '../../data/custom-fields.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { fieldNameOf } from './guess-columns.ts';

const TYPES = ['string', 'number', 'boolean', 'date', 'dropdown', 'multi_select'] as const;

export interface CreateFieldProps {
  /** The title of the column that the field is for. */
  readonly column: string;
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

/** Creates a custom field, named after a column. */
export function CreateField({ column, onClose, onCreated }: CreateFieldProps): ReactNode {
  const [name, setName] = useState(() => fieldNameOf(column));
  const [type, setType] = useState<NewCustomField['field_type']>('string');
  const [options, setOptions] = useState<string[]>([]);
  const create = useCreateCustomField();
  const hasOptions = type === 'dropdown' || type === 'multi_select';
  const body: NewCustomField = {
    name,
    display_label: column === '' ? null : column.slice(0, 200),
    field_type: type,
    ...(hasOptions ? { options } : {}),
  };
  const submit = (): void => create.mutate(body, { onSuccess: (field) => onCreated(field.name) });
  return (
    <Modal opened onClose={onClose} title="New field" closeButtonProps={{ 'aria-label': 'Close' }} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {create.error !== null && <Failure error={create.error} />}
          <TextInput
            label="Name"
            description="Templates and the API use it: custom_fields.name."
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Type"
            allowDeselect={false}
            data={TYPES.map((value) => ({ value, label: formatWord(value) }))}
            value={type}
            onChange={(value) => setType(TYPES.find((one) => one === value) ?? 'string')}
          />
          {hasOptions && <TagsInput label="Options" value={options} onChange={setOptions} />}
          <FormButtons request={() => ({ method: 'post', path: '/api/v1/custom-fields/', body })}>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={name === '' || (hasOptions && options.length === 0)}
            >
              Create field
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
