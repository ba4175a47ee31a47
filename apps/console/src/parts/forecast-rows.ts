/** A day of a forecast: emails by account. */
export interface PlannedDay {
  readonly date: string;
  readonly planned: number;
  readonly by_account: readonly { readonly sending_account_id: string; readonly planned: number }[];
}

export interface ForecastRows {
  /** The accounts with the most emails, then `Other accounts` if there are more. */
  readonly names: readonly string[];
  readonly rows: readonly {
    readonly date: string;
    readonly planned: number;
    readonly counts: readonly number[];
  }[];
}

/** More colors cannot be told apart. */
const SERIES_MAX = 6;
const OTHERS = 'Other accounts';

/** Emails by day and account, for a chart and a table. */
export function toForecastRows(
  days: readonly PlannedDay[],
  nameOf: (accountId: string) => string,
): ForecastRows {
  const totals = new Map<string, number>();
  for (const { by_account } of days)
    for (const { sending_account_id: id, planned } of by_account)
      totals.set(id, (totals.get(id) ?? 0) + planned);
  const ids = [...totals].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
  const hasOthers = ids.length > SERIES_MAX;
  const shown = hasOthers ? ids.slice(0, SERIES_MAX - 1) : ids;
  return {
    names: [...shown.map(nameOf), ...(hasOthers ? [OTHERS] : [])],
    rows: days.map(({ date, planned, by_account }) => {
      const counts = shown.map(
        (id) => by_account.find(({ sending_account_id }) => sending_account_id === id)?.planned ?? 0,
      );
      const others = planned - counts.reduce((sum, count) => sum + count, 0);
      return { date, planned, counts: hasOthers ? [...counts, others] : counts };
    }),
  };
}
