import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReplyIntents } from '../../data/campaigns.ts';
import { Bar } from '../../parts/bar.tsx';
import { formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { Section } from '../../parts/section.tsx';

/** The replies of a campaign by intent, most frequent first; intents without replies are left out. */
export function Intents({ id }: { readonly id: string }): ReactNode {
  return (
    <Section title="Replies by intent">
      <Bars id={id} />
    </Section>
  );
}

function Bars({ id }: { readonly id: string }): ReactNode {
  const intents = useReplyIntents(id);
  if (intents.data === undefined) return <NotLoaded query={intents} lines={1} />;
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
