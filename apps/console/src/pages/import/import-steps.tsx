import { Button, Checkbox, Group, Progress, Select, Stack, Stepper, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCreateImport, type FileFormat, type FilePreview } from '../../data/imports.ts';
import { Failure } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { randomKey } from '../../parts/random-key.ts';
import { ColumnTable } from './column-table.tsx';
import { Duplicates } from './duplicates.tsx';
import { IGNORE, mappingProblem } from './guess-columns.ts';
import { useImportDraft, type ImportDraft } from './use-import-draft.ts';

const PERCENT = 100;

interface ImportStepsProps {
  readonly file: File;
  readonly preview: FilePreview;
  readonly format: FileFormat;
  /** The format with which the file is being read again. */
  readonly asked: FileFormat | undefined;
  readonly readError: Error | null;
  /** Reads the file again. */
  readonly onFormat: (format: FileFormat) => void;
  readonly onOtherFile: () => void;
}

/** A column that is named twice is mapped once, by its first target. */
function toMappings({ columns, targets }: ImportDraft): { source_column: string; target_field: string }[] {
  return columns.flatMap((source_column, index) => {
    const target_field = targets[index] ?? IGNORE;
    const isFirst = columns.indexOf(source_column) === index;
    return target_field === IGNORE || source_column === '' || !isFirst
      ? []
      : [{ source_column, target_field }];
  });
}

/** The key of an import, and its minute, which is part of the name of its mapping: a retry must be the same request. */
function newAttempt(): { readonly key: string; readonly startedAt: string } {
  return { key: randomKey(), startedAt: new Date().toISOString().slice(0, 16) };
}

/** The columns of a file, then what happens to existing contacts, then the import. */
export function ImportSteps(props: ImportStepsProps): ReactNode {
  const { file, preview, format, onOtherFile } = props;
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [draft, change, remove] = useImportDraft(preview);
  const [attempt, setAttempt] = useState(newAttempt);
  const [sent, setSent] = useState(0);
  const create = useCreateImport();
  const problem = mappingProblem(draft.targets);
  const update = (changed: Partial<ImportDraft>): void => {
    // Another form is another import.
    setAttempt(newAttempt());
    change(changed);
  };
  const readAgain = (changed: FileFormat): void => {
    setAttempt(newAttempt());
    props.onFormat(changed);
  };
  const start = (): void => {
    const mapping = {
      name: `${file.name.slice(0, 150)}, ${attempt.startedAt}`,
      ...format,
      mappings: toMappings(draft),
      dedup_behavior: draft.behavior,
      default_tags: [...draft.tags],
    };
    const onSuccess = ({ id }: { readonly id: string }): void => {
      remove();
      void navigate({ to: '/contacts/imports/$importId', params: { importId: id } });
    };
    create.mutate(
      { file, mapping, verifies: draft.verifies, idempotencyKey: attempt.key, onProgress: setSent },
      { onSuccess },
    );
  };
  return (
    <Page
      title="Import contacts"
      status={<Text c="dimmed">{file.name}</Text>}
      actions={
        <>
          <Button variant="default" onClick={step === 0 ? onOtherFile : () => setStep(0)}>
            {step === 0 ? 'Choose another file' : 'Back to columns'}
          </Button>
          {step === 0 ? (
            <Button disabled={problem !== undefined || props.asked !== undefined} onClick={() => setStep(1)}>
              Continue to duplicates
            </Button>
          ) : (
            <Button loading={create.isPending} onClick={start}>
              Import contacts
            </Button>
          )}
        </>
      }
    >
      <Stack px="md" pb="md" gap="md">
        <Stepper active={step + 1} size="xs" maw={720} allowNextStepsSelect={false} aria-label="Steps">
          <Stepper.Step label="File" />
          <Stepper.Step label="Columns" />
          <Stepper.Step label="Duplicates" />
        </Stepper>
        {create.error !== null && <Failure error={create.error} />}
        {create.isPending && (
          <Group gap="sm" role="status">
            <Progress value={sent * PERCENT} flex={1} maw={400} aria-label="Upload" />
            <Text>The file is being uploaded.</Text>
          </Group>
        )}
        {problem !== undefined && (
          <Text c="error" role="alert">
            {problem}
          </Text>
        )}
        {step === 0 ? (
          <>
            {props.readError !== null && <Failure error={props.readError} />}
            <FileFormatFields
              format={props.asked ?? format}
              onChange={readAgain}
              isReading={props.asked !== undefined}
            />
            <ColumnTable
              preview={preview}
              targets={draft.targets}
              hasHeader={format.has_header}
              onChange={(targets) => update({ targets })}
            />
          </>
        ) : (
          <Duplicates preview={preview} draft={draft} onChange={update} />
        )}
      </Stack>
    </Page>
  );
}

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
function FileFormatFields({ format, onChange, isReading }: FileFormatFieldsProps): ReactNode {
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
