import { Box, List, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useState, type ReactNode } from 'react';
import { usePreviewFile, useRecentImports, type FileFormat, type FilePreview } from '../../data/imports.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { hasTitles } from './guess-columns.ts';
import { ImportSteps } from './import-steps.tsx';

const BYTES_MAX = 200 * 1_048_576;

interface Dropped {
  readonly file: File;
  readonly preview: FilePreview;
  readonly format: FileFormat;
}

/** The import of a CSV file: the file, its columns, existing contacts; its progress has a page of its own. */
export function ImportPage(): ReactNode {
  const [dropped, setDropped] = useState<Dropped>();
  const read = usePreviewFile();
  const [isRefused, setIsRefused] = useState(false);
  const [asked, setAsked] = useState<FileFormat>();
  const show = (file: File, format: FileFormat): void => {
    setAsked(format);
    read.mutate(
      { file, format },
      {
        onSuccess: (preview) => setDropped({ file, preview, format }),
        onSettled: () => setAsked(undefined),
      },
    );
  };
  const drop = (file: File | undefined): void => {
    setIsRefused(file === undefined);
    if (file === undefined) return;
    const onSuccess = (preview: FilePreview): void => {
      const format = { has_header: hasTitles(preview.columns), delimiter: preview.delimiter };
      if (format.has_header) setDropped({ file, preview, format });
      else show(file, format);
    };
    read.mutate({ file }, { onSuccess });
  };
  if (dropped !== undefined)
    return (
      <ImportSteps
        {...dropped}
        asked={asked}
        readError={read.error}
        onFormat={(format) => show(dropped.file, format)}
        onOtherFile={() => setDropped(undefined)}
      />
    );
  return (
    <Page title="Import contacts">
      <Stack p="md" gap="lg" maw={720}>
        <Dropzone
          onDrop={([file]) => drop(file)}
          onReject={() => drop(undefined)}
          maxSize={BYTES_MAX}
          multiple={false}
          loading={read.isPending}
          inputProps={{ 'aria-label': 'CSV file' }}
          py={48}
        >
          <Stack align="center" gap={4} style={{ pointerEvents: 'none' }}>
            <Text fw={600} ta="center">
              Drop a CSV file here, or click to choose one
            </Text>
            <Text c="dimmed" ta="center">
              At most 500,000 rows and 200 MiB.
            </Text>
          </Stack>
        </Dropzone>
        {isRefused && <Text c="error">The file has more than 200 MiB. Divide it into several files.</Text>}
        {read.error !== null && <Failure error={read.error} />}
        <Recent />
      </Stack>
    </Page>
  );
}

function Recent(): ReactNode {
  const { data = [] } = useRecentImports();
  if (data.length === 0) return null;
  return (
    <Section title="Earlier imports">
      <List listStyleType="none" spacing={6}>
        {data.map(({ id, file_name, status, total_rows }) => (
          <List.Item key={id}>
            <Box component="span" mr="sm">
              <StatusBadge status={status} />
            </Box>
            <PageLink to="/contacts/imports/$importId" params={{ importId: id }}>
              {file_name}
            </PageLink>
            <Text span c="dimmed" ml="sm">
              {formatNumber(total_rows)} rows
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
