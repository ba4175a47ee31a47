import { Box, List, Stack, Text, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useState, type ReactNode } from 'react';
import { usePreviewFile, useRecentImports, type FilePreview } from '../../data/imports.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ImportSteps } from './import-steps.tsx';

const BYTES_MAX = 200 * 1_048_576;

interface Dropped {
  readonly file: File;
  readonly preview: FilePreview;
}

/** The import of a CSV file: the file, its columns, existing contacts; its progress has a page of its own. */
export function ImportPage(): ReactNode {
  const [dropped, setDropped] = useState<Dropped>();
  const read = usePreviewFile();
  const [isRefused, setIsRefused] = useState(false);
  const drop = (file: File | undefined): void => {
    setIsRefused(file === undefined);
    if (file !== undefined) read.mutate(file, { onSuccess: (preview) => setDropped({ file, preview }) });
  };
  if (dropped !== undefined) return <ImportSteps {...dropped} onOtherFile={() => setDropped(undefined)} />;
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
              At most 500,000 rows and 200 MiB. The first row has the titles of the columns.
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
    <section aria-label="Earlier imports">
      <Title order={2} mb="xs">
        Earlier imports
      </Title>
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
    </section>
  );
}
