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
  /** Of these, items of one workspace; all by default. */
  readonly waitingPerWorkspaceMax?: number;
  /** The slots of a key now, at most `slotsPerKey`: fewer while a breaker guards its resource. */
  readonly slotsOf?: (key: string) => number;
  /** Long items that leave their slot to others, see `markLong`; none by default. */
  readonly longMax?: number;
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
  /** Items waiting or reserved. */
  waitingCount: number;
  /** True after an item was refused because too many items of the workspace wait. */
  isRefused: boolean;
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
  /** Running items that left their slot. */
  readonly #long = new Set<ScheduledItem>();
  readonly #waitingPerWorkspaceMax: number;

  constructor(options: FairSchedulerOptions) {
    this.#options = options;
    this.#waitingPerWorkspaceMax = options.waitingPerWorkspaceMax ?? options.waitingMax;
  }

  /** How many further items may wait. */
  get room(): number {
    return Math.max(0, this.#options.waitingMax - this.#waitingCount);
  }

  get activeCount(): number {
    return this.#activeCount;
  }

  /**
   * How many items may be fetched, and the keys and workspaces that accept none. `onRoom` reports when these have room
   * again.
   */
  requestRoom(): {
    readonly room: number;
    readonly fullKeys: readonly string[];
    readonly fullWorkspaceIds: readonly string[];
  } {
    const { room } = this;
    if (room === 0) this.#isRefused = true;
    const full = [...this.#lanes].filter(([key, lane]) => this.#isFull(key, lane));
    for (const [, lane] of full) lane.isRefused = true;
    const tenants = [...this.#tenants].filter(([, tenant]) => this.#isTenantFull(tenant));
    for (const [, tenant] of tenants) tenant.isRefused = true;
    const fullWorkspaceIds = tenants.map(([workspaceId]) => workspaceId);
    return { room, fullKeys: full.map(([key]) => key), fullWorkspaceIds };
  }

  /**
   * Calls `onRoom` when the key of an item in the database has room: at once, unless many items wait already. A wake-up
   * for each free position would fetch items one by one.
   */
  requestRoomFor(item: ScheduledItem): void {
    const lane = this.#lanes.get(item.key);
    if (this.room === 0) this.#isRefused = true;
    else if (lane === undefined) this.#options.onRoom?.();
    else {
      lane.isRefused = true;
      this.#notifyRoom(lane);
    }
  }

  /** Reserves a position for one item; `push` or `cancel` must follow. False when there is no room. */
  reserve(item: ScheduledItem): boolean {
    if (this.#refuses(item)) return false;
    const lane = this.#lane(item);
    lane.reservedCount += 1;
    this.#countWaiting(item.workspaceId, 1);
    return true;
  }

  /** Gives a reserved position back. */
  cancel(item: ScheduledItem): void {
    const lane = this.#lane(item);
    lane.reservedCount -= 1;
    this.#countWaiting(item.workspaceId, -1);
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
    if (this.#activeCount - this.#long.size >= this.#options.slots) return undefined;
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

  /** A running item that takes long leaves its slot to others, as long as there are at most `longMax` such items. */
  markLong(item: ScheduledItem): void {
    if (this.#long.size < (this.#options.longMax ?? 0)) this.#long.add(item);
  }

  /** Removes and returns the waiting items of a key. */
  drainKey(key: string): Item[] {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return [];
    const waiting = lane.waiting.splice(0);
    this.#countWaiting(lane.workspaceId, -waiting.length);
    this.#tenant(lane.workspaceId).turns.delete(key);
    this.#dropIfIdle(key, lane);
    return waiting;
  }

  /** @param tookMs duration of the item; absent when it did not run. */
  done(item: ScheduledItem, tookMs?: number): void {
    const lane = this.#lane(item);
    if (tookMs !== undefined) lane.durationMs += LATEST_WEIGHT * (tookMs - lane.durationMs);
    this.#long.delete(item);
    lane.activeCount -= 1;
    this.#tenant(lane.workspaceId).activeCount -= 1;
    this.#activeCount -= 1;
    this.#offerTurn(item.key, lane);
    this.#dropIfIdle(item.key, lane);
  }

  /** Removes and returns all items that have not started. */
  drain(): Item[] {
    return [...this.#lanes.keys()].flatMap((key) => this.drainKey(key));
  }

  #start(key: string, tenant: Tenant): Item | undefined {
    tenant.turns.delete(key);
    const lane = this.#lanes.get(key);
    const item = lane?.waiting.shift();
    if (lane === undefined || item === undefined) return undefined;
    lane.activeCount += 1;
    tenant.activeCount += 1;
    this.#activeCount += 1;
    this.#countWaiting(lane.workspaceId, -1);
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
    const tenant: Tenant = { activeCount: 0, waitingCount: 0, isRefused: false, turns: new Set() };
    this.#tenants.set(workspaceId, tenant);
    return tenant;
  }

  #offerTurn(key: string, lane: Lane<Item>): void {
    if (lane.waiting.length > 0 && lane.activeCount < this.#slotsOf(key))
      this.#tenant(lane.workspaceId).turns.add(key);
  }

  #slotsOf(key: string): number {
    const { slotsPerKey, slotsOf } = this.#options;
    return slotsOf === undefined ? slotsPerKey : Math.min(slotsPerKey, slotsOf(key));
  }

  #countWaiting(workspaceId: string, change: number): void {
    this.#waitingCount += change;
    this.#tenant(workspaceId).waitingCount += change;
  }

  #isTenantFull({ waitingCount }: Tenant): boolean {
    return waitingCount >= this.#waitingPerWorkspaceMax;
  }

  #capacity(lane: Lane<Item>): number {
    const inTime = (this.#options.slotsPerKey * WAIT_MS_MAX) / Math.max(1, lane.durationMs);
    return Math.min(WAITING_PER_KEY_MAX, Math.max(WAITING_PER_KEY_MIN, Math.floor(inTime)));
  }

  #refuses({ workspaceId, key }: ScheduledItem): boolean {
    if (this.room === 0) {
      this.#isRefused = true;
      return true;
    }
    const tenant = this.#tenants.get(workspaceId);
    if (tenant !== undefined && this.#isTenantFull(tenant)) {
      tenant.isRefused = true;
      return true;
    }
    const lane = this.#lanes.get(key);
    if (lane === undefined) return this.#slotsOf(key) === 0;
    const isFull = this.#isFull(key, lane);
    if (isFull) lane.isRefused = true;
    return isFull;
  }

  #isFull(key: string, lane: Lane<Item>): boolean {
    const count = lane.waiting.length + lane.reservedCount;
    // While fewer slots are free than usual, for the probe of a breaker, no further items wait.
    const isGuarded = this.#slotsOf(key) < this.#options.slotsPerKey;
    return isGuarded ? count + lane.activeCount >= this.#slotsOf(key) : count >= this.#capacity(lane);
  }

  #notifyRoom(lane: Lane<Item>): void {
    const laneCount = lane.waiting.length + lane.reservedCount;
    const hasLaneRoom = lane.isRefused && laneCount <= this.#capacity(lane) / 2;
    const hasRoom = this.#isRefused && this.#waitingCount <= this.#options.waitingMax / 2;
    const tenant = this.#tenant(lane.workspaceId);
    const hasTenantRoom = tenant.isRefused && tenant.waitingCount <= this.#waitingPerWorkspaceMax / 2;
    if (hasLaneRoom) lane.isRefused = false;
    if (hasTenantRoom) tenant.isRefused = false;
    if (hasRoom) this.#isRefused = false;
    if (hasLaneRoom || hasTenantRoom || hasRoom) this.#options.onRoom?.();
  }

  #dropIfIdle(key: string, lane: Lane<Item>): void {
    if (lane.activeCount > 0 || lane.reservedCount > 0 || lane.waiting.length > 0) return;
    this.#lanes.delete(key);
    const tenant = this.#tenants.get(lane.workspaceId);
    if (tenant?.activeCount === 0 && tenant.waitingCount === 0) this.#tenants.delete(lane.workspaceId);
  }
}
