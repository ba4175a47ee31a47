/**
 * A key may have as many items waiting as it handles in this time, by the duration of its recent items. Further items
 * stay in the database.
 */
const WAIT_MS_MAX = 5_000;
const WAITING_PER_KEY_MIN = 16;
const WAITING_PER_KEY_MAX = 4_096;
/** Assumed duration of an item before the first one has ended. */
const INITIAL_DURATION_MS = 150;
/** Weight of the latest duration in the moving average. */
const LATEST_WEIGHT = 0.1;

export interface ScheduledItem {
  readonly workspaceId: string;
  /** The resource that the item uses, for example an endpoint. Keys are unique over all workspaces. */
  readonly key: string;
}

export interface FairSchedulerOptions {
  /** Items running concurrently. */
  readonly slots: number;
  /** Of these, items of one workspace. */
  readonly slotsPerWorkspace: number;
  /** Of these, items of one key. */
  readonly slotsPerKey: number;
  /** Items waiting or reserved. */
  readonly waitingMax: number;
  /** Called when a key, or the scheduler, has room again after a refusal. */
  readonly onRoom?: () => void;
}

interface Lane<Item> {
  readonly workspaceId: string;
  readonly waiting: Item[];
  reservedCount: number;
  activeCount: number;
  isRefused: boolean;
  /** Moving average of the duration of an item in ms. */
  durationMs: number;
}

interface Tenant {
  activeCount: number;
  /** Keys with a waiting item and a free slot, in turn. */
  readonly turns: Set<string>;
}

/**
 * Schedules items in memory: round-robin over workspaces, then over the keys of a workspace, with a cap on both. Slow or
 * many items of one key or workspace use only its own slots and positions.
 */
export class FairScheduler<Item extends ScheduledItem> {
  readonly #options: FairSchedulerOptions;
  readonly #lanes = new Map<string, Lane<Item>>();
  /** Workspaces with a lane, in turn. */
  readonly #tenants = new Map<string, Tenant>();
  #waitingCount = 0;
  /** True after an item of any key was refused because too many items wait. */
  #isRefused = false;
  #activeCount = 0;

  constructor(options: FairSchedulerOptions) {
    this.#options = options;
  }

  /** How many further items may wait. */
  get room(): number {
    return Math.max(0, this.#options.waitingMax - this.#waitingCount);
  }

  get activeCount(): number {
    return this.#activeCount;
  }

  /** How many items may be fetched, and the keys that accept none. `onRoom` reports when these have room again. */
  requestRoom(): { readonly room: number; readonly fullKeys: readonly string[] } {
    const { room } = this;
    if (room === 0) this.#isRefused = true;
    const full = [...this.#lanes].filter(([, lane]) => this.#isFull(lane));
    for (const [, lane] of full) lane.isRefused = true;
    return { room, fullKeys: full.map(([key]) => key) };
  }

  /** Calls `onRoom` as soon as there is room for the item: at once, or when the key has room again. */
  requestRoomFor(item: ScheduledItem): void {
    if (!this.#refuses(item)) this.#options.onRoom?.();
  }

  /** Reserves a position for one item; `push` or `cancel` must follow. False when there is no room. */
  reserve(item: ScheduledItem): boolean {
    if (this.#refuses(item)) return false;
    const lane = this.#lane(item);
    lane.reservedCount += 1;
    this.#waitingCount += 1;
    return true;
  }

  /** Gives a reserved position back. */
  cancel(item: ScheduledItem): void {
    const lane = this.#lane(item);
    lane.reservedCount -= 1;
    this.#waitingCount -= 1;
    this.#notifyRoom(lane);
    this.#dropIfIdle(item.key, lane);
  }

  /** Adds an item to its reserved position. */
  push(item: Item): void {
    const lane = this.#lane(item);
    lane.reservedCount -= 1;
    lane.waiting.push(item);
    this.#offerTurn(item.key, lane);
  }

  /** The next item that may start; `done` must follow. Undefined when none may start. */
  take(): Item | undefined {
    if (this.#activeCount >= this.#options.slots) return undefined;
    for (const [workspaceId, tenant] of this.#tenants) {
      const [key] = tenant.turns;
      if (key === undefined || tenant.activeCount >= this.#options.slotsPerWorkspace) continue;
      const item = this.#start(key, tenant);
      if (item === undefined) continue;
      // The workspace goes to the end of the line.
      this.#tenants.delete(workspaceId);
      this.#tenants.set(workspaceId, tenant);
      return item;
    }
    return undefined;
  }

  /** @param tookMs duration of the item; absent when it did not run. */
  done(item: ScheduledItem, tookMs?: number): void {
    const lane = this.#lane(item);
    if (tookMs !== undefined) lane.durationMs += LATEST_WEIGHT * (tookMs - lane.durationMs);
    lane.activeCount -= 1;
    this.#tenant(lane.workspaceId).activeCount -= 1;
    this.#activeCount -= 1;
    this.#offerTurn(item.key, lane);
    this.#dropIfIdle(item.key, lane);
  }

  /** Removes and returns all items that have not started. */
  drain(): Item[] {
    const waiting = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    this.#waitingCount -= waiting.length;
    for (const tenant of this.#tenants.values()) tenant.turns.clear();
    return waiting;
  }

  #start(key: string, tenant: Tenant): Item | undefined {
    tenant.turns.delete(key);
    const lane = this.#lanes.get(key);
    const item = lane?.waiting.shift();
    if (lane === undefined || item === undefined) return undefined;
    lane.activeCount += 1;
    tenant.activeCount += 1;
    this.#activeCount += 1;
    this.#waitingCount -= 1;
    this.#offerTurn(key, lane);
    this.#notifyRoom(lane);
    return item;
  }

  #lane({ workspaceId, key }: ScheduledItem): Lane<Item> {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane<Item> = {
      workspaceId,
      waiting: [],
      reservedCount: 0,
      activeCount: 0,
      isRefused: false,
      durationMs: INITIAL_DURATION_MS,
    };
    this.#lanes.set(key, lane);
    return lane;
  }

  #tenant(workspaceId: string): Tenant {
    const known = this.#tenants.get(workspaceId);
    if (known !== undefined) return known;
    const tenant: Tenant = { activeCount: 0, turns: new Set() };
    this.#tenants.set(workspaceId, tenant);
    return tenant;
  }

  #offerTurn(key: string, lane: Lane<Item>): void {
    if (lane.waiting.length > 0 && lane.activeCount < this.#options.slotsPerKey)
      this.#tenant(lane.workspaceId).turns.add(key);
  }

  #capacity(lane: Lane<Item>): number {
    const inTime = (this.#options.slotsPerKey * WAIT_MS_MAX) / Math.max(1, lane.durationMs);
    return Math.min(WAITING_PER_KEY_MAX, Math.max(WAITING_PER_KEY_MIN, Math.floor(inTime)));
  }

  #refuses({ key }: ScheduledItem): boolean {
    if (this.room === 0) {
      this.#isRefused = true;
      return true;
    }
    const lane = this.#lanes.get(key);
    if (lane === undefined || !this.#isFull(lane)) return false;
    lane.isRefused = true;
    return true;
  }

  #isFull(lane: Lane<Item>): boolean {
    return lane.waiting.length + lane.reservedCount >= this.#capacity(lane);
  }

  #notifyRoom(lane: Lane<Item>): void {
    const laneCount = lane.waiting.length + lane.reservedCount;
    const hasLaneRoom = lane.isRefused && laneCount <= this.#capacity(lane) / 2;
    const hasRoom = this.#isRefused && this.#waitingCount <= this.#options.waitingMax / 2;
    if (hasLaneRoom) lane.isRefused = false;
    if (hasRoom) this.#isRefused = false;
    if (hasLaneRoom || hasRoom) this.#options.onRoom?.();
  }

  #dropIfIdle(key: string, lane: Lane<Item>): void {
    if (lane.activeCount > 0 || lane.reservedCount > 0 || lane.waiting.length > 0) return;
    this.#lanes.delete(key);
    const tenant = this.#tenants.get(lane.workspaceId);
    if (tenant?.activeCount === 0 && tenant.turns.size === 0) this.#tenants.delete(lane.workspaceId);
  }
}
