import { ScrollArea, Select, Table, TagsInput, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  useCreateCustomField,
  useCustomFields,
  type CustomField,
  type NewCustomField,
} from '../../data/custom-fields.ts';
import type { FilePreview } from '../../data/imports.ts';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { Section } from '../../parts/page.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { fieldNameOf, IGNORE, TARGETS, titleOf } from './guess-columns.ts';

const NEW_FIELD = 'new';
const COLUMN_WIDTH = 190;

interface ColumnTableProps {
  readonly preview: FilePreview;
  readonly targets: readonly string[];
  readonly hasHeader: boolean;
  readonly onChange: (targets: readonly string[]) => void;
}

/** `company.name` as `Company name`. */
function targetLabel(target: string): string {
  return formatWord(target.replaceAll('.', ' '));
}

/** The first rows of the file below the fields that their columns fill. */
export function ColumnTable({ preview, targets, hasHeader, onChange }: ColumnTableProps): ReactNode {
  const { columns, sample_rows: rows } = preview;
  const fields = useCustomFields();
  const [created, setCreated] = useState<number>();
  const options = [
    { value: IGNORE, label: 'Not imported' },
    { group: 'Contact', items: TARGETS.map((value) => ({ value, label: targetLabel(value) })) },
    {
      group: 'Own fields',
      items: [
        ...(fields.data ?? []).map(({ name, display_label }) => ({
          value: `custom_fields.${name}`,
          label: display_label ?? name,
        })),
        { value: NEW_FIELD, label: 'New field…' },
      ],
    },
  ];
  const choose = (index: number, target: string): void => {
    if (target === NEW_FIELD) setCreated(index);
    else onChange(targets.with(index, target));
  };
  return (
    <Section title={`Columns and the first ${rows.length} rows`} label="Columns">
      <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': 'Columns and rows', role: 'group' }}>
        <Table fz="sm" withTableBorder miw={columns.length * COLUMN_WIDTH}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, index) => (
                <Table.Th key={`${index} ${column}`} w={COLUMN_WIDTH} style={{ verticalAlign: 'top' }}>
                  <Text size="sm" c="dimmed" truncate mb={4}>
                    {titleOf(column, index, hasHeader)}
                  </Text>
                  <Select
                    aria-label={`Field of ${titleOf(column, index, hasHeader)}`}
                    size="xs"
                    searchable
                    allowDeselect={false}
                    data={options}
                    value={targets[index] ?? IGNORE}
                    onChange={(value) => choose(index, value ?? IGNORE)}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, position) => (
              <Table.Tr key={position}>
                {columns.map((column, index) => (
                  <Table.Td
                    key={`${index} ${column}`}
                    c={targets[index] === IGNORE ? 'dimmed' : ''}
                    style={{
                      maxWidth: COLUMN_WIDTH,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    {row[index] ?? ''}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {created !== undefined && (
        <CreateField
          column={titleOf(columns[created] ?? '', created, hasHeader)}
          onClose={() => setCreated(undefined)}
          onCreated={(name) => {
            onChange(targets.with(created, `custom_fields.${name}`));
            setCreated(undefined);
          }}
        />
      )}
    </Section>
  );
}

const TYPES = ['string', 'number', 'boolean', 'date', 'dropdown', 'multi_select'] as const;

interface Values {
  readonly name: string;
  readonly type: NewCustomField['field_type'];
  readonly options: string[];
}

interface CreateFieldProps {
  /** The title of the column that the field is for. */
  readonly column: string;
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

/** Creates a custom field, named after a column. */
function CreateField({ column, onClose, onCreated }: CreateFieldProps): ReactNode {
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
