import type { PlanAccount, PlanSettings } from './plan-model.ts';
import { dayNumber, zoneFor } from './send-window.ts';

/** Accounts of one zone and provider that a forecast treats as one. */
export interface AccountGroup {
  readonly id: string;
  readonly merged: PlanAccount;
  readonly accounts: readonly PlanAccount[];
}

/** Merges the accounts of each zone and provider: their allowances add up, and so do their rates. */
export function mergeAccounts(
  accounts: readonly PlanAccount[],
  { settings, nowMs }: { readonly settings: PlanSettings; readonly nowMs: number },
): readonly AccountGroup[] {
  const groups = Map.groupBy(
    accounts,
    ({ zone, takesNewLeads, mailProvider }) =>
      `${zoneFor(null, zone)} ${takesNewLeads} ${mailProvider ?? ''}`,
  );
  return [...groups].flatMap(([id, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const gapMs = mergedGapMs(own, settings);
    const today = dayNumber(zoneFor(null, first.zone), nowMs);
    const planned = own.reduce((sum, one) => sum + (one.planned.get(today) ?? 0), 0);
    const merged: PlanAccount = {
      ...first,
      id,
      minGapMs: gapMs,
      maxGapMs: gapMs,
      freeAtMs: Math.min(...own.map(({ freeAtMs }) => freeAtMs)),
      allowanceOn: (day) => own.reduce((sum, one) => sum + one.allowanceOn(day), 0),
      planned: new Map([[today, planned]]),
    };
    return [{ id, merged, accounts: own }];
  });
}

/** Splits the emails of a group over its accounts by their allowances; the parts add up to the count. */
export function splitCount(
  { accounts }: AccountGroup,
  day: number,
  count: number,
): readonly (readonly [string, number])[] {
  const allowances = accounts.map((account) => account.allowanceOn(day));
  let weightLeft = allowances.reduce((sum, allowance) => sum + allowance, 0);
  let left = count;
  return accounts.flatMap(({ id }, index) => {
    const weight = allowances[index] ?? 0;
    const part = weightLeft <= 0 ? left : Math.round((left * weight) / weightLeft);
    weightLeft -= weight;
    left -= part;
    return part > 0 ? [[id, part] as const] : [];
  });
}

function mergedGapMs(accounts: readonly PlanAccount[], { smart_time_gaps: isRandom }: PlanSettings): number {
  const rate = accounts.reduce((sum, { minGapMs, maxGapMs }) => {
    const gapMs = isRandom ? (minGapMs + maxGapMs) / 2 : minGapMs;
    return sum + 1 / gapMs;
  }, 0);
  return Number.isFinite(rate) ? 1 / rate : 0;
}
