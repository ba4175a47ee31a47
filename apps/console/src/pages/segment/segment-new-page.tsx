import { Box } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { SegmentForm } from './segment-form.tsx';

/** A new dynamic segment. Static ones are made of chosen contacts, in the list of contacts. */
export function SegmentNewPage(): ReactNode {
  const navigate = useNavigate();
  const { data, error, refetch } = useCustomFields();
  return (
    <Page title="New segment">
      {error !== null && (
        <Box px="md">
          <Failure error={error} retry={() => void refetch()} />
        </Box>
      )}
      {error === null && data === undefined && <Loading lines={8} />}
      {data !== undefined && (
        <SegmentForm
          segment={undefined}
          customFields={data}
          onSaved={({ id }) =>
            void navigate({ to: '/contacts/segments/$segmentId', params: { segmentId: id }, replace: true })
          }
        />
      )}
    </Page>
  );
}
