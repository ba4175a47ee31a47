import { Radio, Stack, Switch, Table, TagsInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useContactAmong } from '../../data/contacts.ts';
import type { DedupBehavior, FilePreview } from '../../data/imports.ts';
import { formatWord } from '../../parts/format.ts';
import { Section } from '../../parts/page.tsx';
import { exampleOf, rowsByEmail } from './duplicate-example.ts';
import type { ImportDraft } from './use-import-draft.ts';

const BEHAVIORS: readonly (readonly [value: DedupBehavior, label: string])[] = [
  ['update', 'Overwrite the fields that the file has'],
  ['fill_empty', 'Fill empty fields only'],
  ['skip', 'Leave existing contacts as they are'],
];

export interface DuplicatesProps {
  readonly preview: FilePreview;
  readonly draft: ImportDraft;
  readonly onChange: (changed: Partial<ImportDraft>) => void;
}

/** What happens to contacts that the workspace has already, and what is done with all of them. */
export function Duplicates({ preview, draft, onChange }: DuplicatesProps): ReactNode {
  return (
    <Stack gap="lg" maw={720}>
      <Radio.Group
        label="Contacts that are in the workspace already"
        value={draft.behavior}
        onChange={(value) =>
          onChange({ behavior: BEHAVIORS.find(([behavior]) => behavior === value)?.[0] ?? draft.behavior })
        }
      >
        <Stack gap={6} mt={6}>
          {BEHAVIORS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Example preview={preview} draft={draft} />
      <TagsInput
        label="Tags of all imported contacts"
        placeholder="Type a tag and press Enter"
        value={[...draft.tags]}
        onChange={(tags) => onChange({ tags })}
      />
      <Switch
        label="Verify the addresses after the import"
        checked={draft.verifies}
        onChange={({ currentTarget }) => onChange({ verifies: currentTarget.checked })}
      />
    </Stack>
  );
}

/** One of the first rows whose contact exists, field by field. */
function Example({ preview, draft }: Pick<DuplicatesProps, 'preview' | 'draft'>): ReactNode {
  const { targets, behavior } = draft;
  const rows = rowsByEmail(preview.sample_rows, targets);
  const found = useContactAmong([...rows.keys()]);
  const contact = found.data;
  if (contact === undefined) return <Text mih={28}> </Text>;
  const row = contact === null ? undefined : rows.get(contact.email.toLowerCase());
  if (contact === null || row === undefined)
    return (
      <Text c="dimmed">None of the first {preview.sample_rows.length} rows is in the workspace yet.</Text>
    );
  const fields = exampleOf(contact, { targets, row }, behavior);
  return (
    <Section title={`Example: ${contact.email}`} label="Example">
      <Table fz="sm" withTableBorder layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {['Field', 'In the workspace', 'In the file', 'After the import'].map((header) => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
          {fields.map(({ target, stored, given, result }) => (
            <Table.Tr key={target}>
              <Table.Td>{formatWord(target.replaceAll('.', ' '))}</Table.Td>
              <Table.Td>{stored}</Table.Td>
              <Table.Td>{given}</Table.Td>
              <Table.Td fw={result === stored ? 400 : 600}>{result}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
