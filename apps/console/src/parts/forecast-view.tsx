import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForecast } from '../data/campaigns.ts';
import { accountOptions, useOptions } from '../data/options.ts';
import { Chart } from './chart.tsx';
import { shownAccounts, toForecastRows } from './forecast-rows.ts';
import { formatCount, formatDay, formatWord } from './format.ts';
import { NotLoaded } from './failure.tsx';

const CHART_HEIGHT = 260;

export interface ForecastViewProps {
  readonly id: string;
  /** The sentence in place of a forecast without emails. */
  readonly none: string;
}

/** The emails of a campaign that are left, by day and account. */
export function ForecastView({ id, none }: ForecastViewProps): ReactNode {
  const forecast = useForecast(id);
  const accounts = useOptions(accountOptions, shownAccounts(forecast.data?.days ?? []));
  if (forecast.data === undefined) return <NotLoaded query={forecast} lines={7} />;
  const { days, total_remaining: total, finish_date: finish, binding_constraint: limit } = forecast.data;
  if (days.length === 0) return <Text c="dimmed">{none}</Text>;
  const nameOf = (accountId: string): string =>
    accounts.find(({ value }) => value === accountId)?.label ?? accountId;
  const first = days[0]?.date ?? '';
  return (
    <>
      <Text mb="sm">
        {formatCount(total, 'email')} {periodText(first, finish)}
        {limit === null ? '.' : `. The limit of most days: ${formatWord(limit).toLowerCase()}.`}
      </Text>
      <Chart
        label="Emails by day and account"
        head="Day"
        {...toForecastRows(days, nameOf)}
        height={CHART_HEIGHT}
      />
    </>
  );
}

function periodText(first: string, finish: string | null): string {
  if (finish === null) return `from ${formatDay(first)} for more than a year`;
  return first === finish ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(finish)}`;
}
