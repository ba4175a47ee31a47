import type { PlanMarks } from '../campaigns/index.ts';
import type { PlacedSend } from '../sends/index.ts';
import type { DayPlaces, PlanningPorts } from './ports.ts';

/** Part of a transaction: gives the places of sends back, and plans the campaigns again that can use them. */
export async function releasePlaces(
  ports: Pick<PlanningPorts, 'campaigns' | 'planned' | 'clock'> & { readonly marks: PlanMarks },
  sends: readonly PlacedSend[],
): Promise<void> {
  if (sends.length === 0) return;
  const { accounts, campaigns } = placesOf(sends);
  await ports.planned.release({ accounts, campaigns });
  const waiting = await ports.campaigns.activeIdsUsing([...accounts.keys()]);
  await ports.marks.request([...campaigns.keys(), ...waiting], new Date(ports.clock.now()));
}

/** The places of sends in the limits of their days. */
export function placesOf(sends: readonly PlacedSend[]): DayPlaces {
  return {
    accounts: countBy(sends, ({ sending_account_id: id, account_day: day }) => [[id, day]]),
    // Answers count for no campaign.
    campaigns: countBy(
      sends.filter(({ thread_id: id }) => id === undefined),
      ({ campaign_id: id, campaign_day: day, step_number: step }) => [
        [id, `${day}.planned`],
        ...(step === 1 ? [[id, `${day}.new_leads`] as const] : []),
      ],
    ),
  };
}

function countBy(
  sends: readonly PlacedSend[],
  pathsOf: (send: PlacedSend) => readonly (readonly [id: string, path: string])[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const [id, path] of sends.flatMap(pathsOf)) {
    const own = counts.get(id) ?? new Map<string, number>();
    counts.set(id, own.set(path, (own.get(path) ?? 0) + 1));
  }
  return counts;
}
