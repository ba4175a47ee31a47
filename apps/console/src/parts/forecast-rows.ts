import type { Schema } from '@outreach/client';
import { formatDay } from './format.ts';
import type { SeriesChartProps } from './series-chart.tsx';

/** A day of a forecast: emails by account. */
export type PlannedDay = Schema<'Forecast'>['days'][number];

/** More colors cannot be told apart. */
const SERIES_MAX = 6;
const OTHERS = 'Other accounts';

/** The accounts with the most emails: all, or five if there are more than six. */
export function shownAccounts(days: readonly PlannedDay[]): readonly string[] {
  const totals = new Map<string, number>();
  for (const { by_account } of days)
    for (const { sending_account_id: id, planned } of by_account)
      totals.set(id, (totals.get(id) ?? 0) + planned);
  const ids = [...totals].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
  return ids.length > SERIES_MAX ? ids.slice(0, SERIES_MAX - 1) : ids;
}

/** Emails by day and shown account, with `Other accounts` if there are more. */
export function toForecastRows(
  days: readonly PlannedDay[],
  nameOf: (accountId: string) => string,
): Pick<SeriesChartProps, 'names' | 'rows'> {
  const shown = shownAccounts(days);
  const hasOthers = days.some(({ by_account }) =>
    by_account.some(({ sending_account_id: id }) => !shown.includes(id)),
  );
  return {
    names: [...shown.map(nameOf), ...(hasOthers ? [OTHERS] : [])],
    rows: days.map(({ date, planned, by_account }) => {
      const counts = shown.map(
        (id) => by_account.find(({ sending_account_id }) => sending_account_id === id)?.planned ?? 0,
      );
      const others = planned - counts.reduce((sum, count) => sum + count, 0);
      return { label: formatDay(date), total: planned, values: hasOthers ? [...counts, others] : counts };
    }),
  };
}
