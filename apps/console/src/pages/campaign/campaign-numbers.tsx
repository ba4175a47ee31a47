import { Box, SegmentedControl, Select, Stack, Title } from '@mantine/core';
import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useCampaignSummary } from '../../data/campaigns.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { Loading } from '../../parts/loading.tsx';
import { Funnel } from '../../parts/funnel.tsx';
import { Intents } from './intents.tsx';
import { StepTable } from './step-table.tsx';

const Chart = lazy(async () =>
  import('../../parts/time-chart.tsx').then(({ TimeChart }) => ({ default: TimeChart })),
);

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
  if (summary.isPending) return <Loading lines={10} />;
  if (summary.isLoadingError)
    return (
      <Box p="md">
        <Failure error={summary.error} retry={() => void summary.refetch()} />
      </Box>
    );
  const points = summary.data.time_series.map((entry) => ({ period: entry.period, value: entry[metric] }));
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
        <Suspense fallback={<Box h={CHART_HEIGHT} />}>
          <Chart label={formatWord(metric)} points={points} granularity={granularity} height={CHART_HEIGHT} />
        </Suspense>
      </section>
      <StepTable id={id} />
      <Intents id={id} />
    </Stack>
  );
}
