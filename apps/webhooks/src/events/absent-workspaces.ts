/** An absence is read again after this time. */
export const ABSENCE_MS = 250;
/** A workspace without events for this time is forgotten. */
const IN_USE_MS = 5_000;
const ABSENT_MAX = 1_000;
const PRESENT_MAX = 100_000;

export interface AbsentWorkspacesOptions {
  /** Time that never goes back. */
  readonly monotonicMs: () => number;
  /** Returns the ids that have an entry. */
  readonly findEntries: (ids: readonly string[]) => Promise<readonly string[]>;
}

interface Absence {
  readonly readAtMs: number;
  readonly usedAtMs: number;
}

/**
 * Returns a function that finds which workspaces have no entry. A workspace whose entry was committed `ABSENCE_MS`
 * before a call is never among them. Entries are never deleted, so a workspace with an entry is read once. The others
 * are read again together, at most once per `ABSENCE_MS`.
 */
export function createAbsentWorkspaces({ monotonicMs, findEntries }: AbsentWorkspacesOptions) {
  const present = new Set<string>();
  const absent = new Map<string, Absence>();

  const isFresh = (id: string, nowMs: number): boolean =>
    nowMs - (absent.get(id)?.readAtMs ?? -Infinity) < ABSENCE_MS;

  const use = (id: string, nowMs: number): void => {
    const absence = absent.get(id);
    if (absence !== undefined) absent.set(id, { ...absence, usedAtMs: nowMs });
  };

  const forgetUnused = (nowMs: number): void => {
    for (const [id, { usedAtMs }] of absent) if (nowMs - usedAtMs > IN_USE_MS) absent.delete(id);
  };

  /** Reads the given workspaces and all known absences that are not fresh. Returns the workspaces with an entry. */
  const read = async (ids: readonly string[], nowMs: number): Promise<ReadonlySet<string>> => {
    forgetUnused(nowMs);
    const outdated = [...absent.keys()].filter((id) => !isFresh(id, nowMs));
    const asked = [...new Set([...ids, ...outdated])];
    const found = new Set(await findEntries(asked));
    if (present.size >= PRESENT_MAX) present.clear();
    if (absent.size >= ABSENT_MAX) absent.clear();
    for (const id of asked) {
      if (found.has(id)) {
        present.add(id);
        absent.delete(id);
      } else absent.set(id, { readAtMs: nowMs, usedAtMs: absent.get(id)?.usedAtMs ?? nowMs });
    }
    return found;
  };

  return async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const nowMs = monotonicMs();
    const unknown = ids.filter((id) => !present.has(id));
    for (const id of unknown) use(id, nowMs);
    const due = unknown.filter((id) => !isFresh(id, nowMs));
    const found = due.length === 0 ? new Set<string>() : await read(due, nowMs);
    return new Set(unknown.filter((id) => !found.has(id)));
  };
}
