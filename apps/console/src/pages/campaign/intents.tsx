import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReplyIntents } from '../../data/campaigns.ts';
import { Bar } from '../../parts/bar.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { Loading } from '../../parts/loading.tsx';

/** The replies of a campaign by intent, most frequent first; intents without replies are left out. */
export function Intents({ id }: { readonly id: string }): ReactNode {
  return (
    <section aria-label="Replies by intent">
      <Title order={2} mb="xs">
        Replies by intent
      </Title>
      <Bars id={id} />
    </section>
  );
}

function Bars({ id }: { readonly id: string }): ReactNode {
  const intents = useReplyIntents(id);
  if (intents.isPending) return <Loading lines={1} />;
  if (intents.isLoadingError)
    return (
      <Box>
        <Failure error={intents.error} retry={() => void intents.refetch()} />
      </Box>
    );
  const found = intents.data.data
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
  if (found.length === 0) return <Text c="dimmed">No reply yet.</Text>;
  return (
    <Stack gap={6}>
      {found.map(({ intent, count, share }) => (
        <Bar key={intent} label={formatWord(intent)} count={count} part={share} />
      ))}
    </Stack>
  );
}
