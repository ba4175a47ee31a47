import { SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspaceSummary } from '../../data/overview.ts';
import { Chart } from '../../parts/chart.tsx';
import { ClientSelect } from '../../parts/client-select.tsx';
import { formatNumber, formatPeriod } from '../../parts/format.ts';
import { Funnel } from '../../parts/bars.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Rate } from '../../parts/values.tsx';
import { AttentionList } from './attention-list.tsx';
import { FirstSteps } from './first-steps.tsx';

const DAYS = 30;
const CHART_HEIGHT = 220;

const route = getRouteApi('/');

/** The last 30 days of all campaigns or of those of a client, and what needs attention. */
export function OverviewPage(): ReactNode {
  const { client } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Overview"
      status={<Text c="dimmed">The last {DAYS} days</Text>}
      actions={
        <ClientSelect
          placeholder="All clients"
          size="xs"
          w={160}
          value={client}
          onChange={(next) => void navigate({ search: { client: next } })}
        />
      }
    >
      <Stack p="md" gap="xl" pt="xs">
        <FirstSteps />
        <AttentionList />
        <Numbers client={client} />
      </Stack>
    </Page>
  );
}

function Numbers({ client }: { readonly client: string | undefined }): ReactNode {
  const summary = useWorkspaceSummary(DAYS, client);
  if (summary.data === undefined) return <NotLoaded query={summary} lines={8} />;
  const { metrics, funnel, time_series } = summary.data;
  const { delivered } = metrics;
  const numbers = [
    ['Sent', formatNumber(metrics.total_sent)],
    ['Delivered', <Rate key="d" rate={metrics.delivery_rate} count={delivered} of={metrics.total_sent} />],
    ['Opened', <Rate key="o" rate={metrics.open_rate} count={metrics.unique_opened} of={delivered} />],
    ['Replied', <Rate key="r" rate={metrics.reply_rate} count={metrics.replied} of={delivered} />],
    ['Bounced', <Rate key="b" rate={metrics.bounce_rate} count={metrics.bounced} of={metrics.total_sent} />],
  ] as const;
  return (
    <>
      <SimpleGrid component="dl" cols={{ base: 2, xs: 5 }} m={0}>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz={22} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Section title="Sent" label="Sent over time">
        <Chart
          label="Sent over time"
          head="Period"
          names={['Sent']}
          height={CHART_HEIGHT}
          rows={time_series.map(({ period, sent }) => ({
            label: formatPeriod(period, 'day'),
            values: [sent],
          }))}
        />
      </Section>
      <Funnel funnel={funnel} />
    </>
  );
}
