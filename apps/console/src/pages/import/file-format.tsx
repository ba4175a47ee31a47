import { Checkbox, Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileFormat } from '../../data/imports.ts';

const DELIMITERS: readonly { readonly value: FileFormat['delimiter']; readonly label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
];

interface FileFormatFieldsProps {
  readonly format: FileFormat;
  readonly onChange: (format: FileFormat) => void;
  /** The file is being read with a changed format. */
  readonly isReading: boolean;
}

/** How the file is read. The rows below follow it. */
export function FileFormatFields({ format, onChange, isReading }: FileFormatFieldsProps): ReactNode {
  return (
    <Group gap="lg" aria-busy={isReading}>
      <Checkbox
        label="The first row has the titles of the columns"
        checked={format.has_header}
        onChange={({ currentTarget }) => onChange({ ...format, has_header: currentTarget.checked })}
      />
      <Group gap="xs">
        <Text span aria-hidden>
          Delimiter
        </Text>
        <Select
          aria-label="Delimiter"
          size="xs"
          w={130}
          allowDeselect={false}
          data={[...DELIMITERS]}
          value={format.delimiter}
          onChange={(value) => {
            const chosen = DELIMITERS.find((delimiter) => delimiter.value === value)?.value;
            onChange({ ...format, delimiter: chosen ?? format.delimiter });
          }}
        />
      </Group>
    </Group>
  );
}
