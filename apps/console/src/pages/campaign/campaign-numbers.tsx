import { Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaignSummary, useReplyIntents } from '../../data/campaigns.ts';
import { Bar, Funnel } from '../../parts/bars.tsx';
import { Chart } from '../../parts/chart.tsx';
import { formatPeriod, formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { StepTable } from './step-table.tsx';

const route = getRouteApi('/campaigns/$campaignId');
const METRICS = ['sent', 'delivered', 'opened', 'clicked', 'replied', 'bounced'] as const;
const CHART_HEIGHT = 260;

/** The funnel, one metric over time, the steps, and the replies by intent. */
export function CampaignNumbers({ id }: { readonly id: string }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const granularity = search.by ?? 'day';
  const metric = search.metric ?? 'sent';
  const summary = useCampaignSummary(id, granularity);
  if (summary.data === undefined) return <NotLoaded query={summary} lines={10} />;
  const rows = summary.data.time_series.map((entry) => ({
    label: formatPeriod(entry.period, granularity),
    values: [entry[metric]],
  }));
  return (
    <Stack p="md" gap="lg">
      <Funnel funnel={summary.data.funnel} />
      <section aria-label="Over time">
        <Group justify="space-between" mb="xs">
          <Title order={2}>Over time</Title>
          <Group gap="xs">
            <Select
              aria-label="Metric"
              size="xs"
              w={130}
              allowDeselect={false}
              data={METRICS.map((value) => ({ value, label: formatWord(value) }))}
              value={metric}
              onChange={(value) => {
                const next = METRICS.find((one) => one === value);
                void navigate({ search: { ...search, metric: next === 'sent' ? undefined : next } });
              }}
            />
            <SegmentedControl
              aria-label="Period"
              size="xs"
              data={[
                { value: 'day', label: 'Days' },
                { value: 'hour', label: 'Hours' },
              ]}
              value={granularity}
              onChange={(value) =>
                void navigate({ search: { ...search, by: value === 'hour' ? 'hour' : undefined } })
              }
            />
          </Group>
        </Group>
        <Chart
          label={`${formatWord(metric)} over time`}
          head="Period"
          names={[formatWord(metric)]}
          rows={rows}
          height={CHART_HEIGHT}
        />
      </section>
      <StepTable id={id} />
      <Intents id={id} />
    </Stack>
  );
}

/** The replies of a campaign by intent, most frequent first; intents without replies are left out. */
function Intents({ id }: { readonly id: string }): ReactNode {
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
