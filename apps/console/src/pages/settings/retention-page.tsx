import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRetention } from '../../data/retention.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { RetentionForm } from './retention-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** How long the workspace keeps its records. */
export function RetentionPage(): ReactNode {
  const { data, error, isPending, refetch } = useRetention();
  return (
    <SettingsFrame tab="/settings/retention">
      {error !== null && (
        <Box px="md">
          <Failure error={error} retry={() => void refetch()} />
        </Box>
      )}
      {error === null && isPending && <Loading lines={6} />}
      {data !== undefined && <RetentionForm retention={data} />}
    </SettingsFrame>
  );
}
