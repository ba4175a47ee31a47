import { Box, Text } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useAccounts } from '../data/accounts.ts';
import { useForecast } from '../data/campaign-plans.ts';
import { Failure } from './failure.tsx';
import { toForecastRows } from './forecast-rows.ts';
import { formatCount, formatDay, formatWord } from './format.ts';
import { Loading } from './loading.tsx';

const Chart = lazy(async () =>
  import('./forecast-chart.tsx').then(({ ForecastChart }) => ({ default: ForecastChart })),
);
const CHART_HEIGHT = 260;

export interface ForecastViewProps {
  readonly id: string;
  /** The sentence in place of a forecast without emails. */
  readonly none: string;
}

/** The emails of a campaign that are left, by day and account. */
export function ForecastView({ id, none }: ForecastViewProps): ReactNode {
  const forecast = useForecast(id);
  const accounts = useAccounts(undefined);
  if (forecast.isPending) return <Loading lines={7} />;
  if (forecast.isLoadingError)
    return <Failure error={forecast.error} retry={() => void forecast.refetch()} />;
  const { days, total_remaining: total, finish_date: finish, binding_constraint: limit } = forecast.data;
  if (days.length === 0) return <Text c="dimmed">{none}</Text>;
  const nameOf = (accountId: string): string =>
    accounts.items.find((account) => account.id === accountId)?.email ?? accountId;
  const first = days[0]?.date ?? '';
  return (
    <>
      <Text mb="sm">
        {formatCount(total, 'email')} {periodText(first, finish)}
        {limit === null ? '.' : `. The limit of most days: ${formatWord(limit).toLowerCase()}.`}
      </Text>
      <Suspense fallback={<Box h={CHART_HEIGHT} />}>
        <Chart {...toForecastRows(days, nameOf)} height={CHART_HEIGHT} />
      </Suspense>
    </>
  );
}

function periodText(first: string, finish: string | null): string {
  if (finish === null) return `from ${formatDay(first)} for more than a year`;
  return first === finish ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(finish)}`;
}
