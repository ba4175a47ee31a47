import type { Catalogue, EventSink } from '@outreach/event-schema';
import type { Clock, Logger, NewId } from '@outreach/service-kit';
import type { AttemptOutcome } from '../delivery-model/index.ts';
import type { DeliveryLog, DeliveryWork, HeldReleases } from '../deliveries/index.ts';
import type { EndpointCount, EventStore } from '../events/index.ts';
import type { HostGuard, Send, SigningKey } from '../sending/index.ts';
import type { Endpoint, EndpointSettings, EndpointStats } from './endpoint.ts';
import type { HealthState } from './health.ts';

/** The endpoints of the current call's workspace. */
export interface EndpointStore {
  insert(endpoint: Endpoint): Promise<void>;
  find(id: string): Promise<Endpoint | undefined>;
  /** Finds deleted endpoints too, for their delivery log. */
  findWithDeleted(id: string): Promise<Endpoint | undefined>;
  /** The settings of a version, also of a deleted endpoint; undefined 30 days after their replacement. */
  findVersion(id: string, version: number): Promise<EndpointSettings | undefined>;
  /** Oldest first. */
  list(): Promise<readonly Endpoint[]>;
  /** Returns false if the stored version is not `expectedVersion`. */
  save(endpoint: Endpoint, expectedVersion: number): Promise<boolean>;
}

/** The endpoints of all workspaces. */
export interface EndpointDirectory {
  /** By id; finds deleted endpoints too. */
  findAnywhere(ids: readonly string[]): Promise<ReadonlyMap<string, Endpoint>>;
  /**
   * Part of a transaction that holds deliveries: returns the endpoints that are paused. An activation conflicts with
   * it, so that the activation releases everything that was held before it.
   */
  confirmPaused(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Endpoints of the workspaces, without deleted endpoints. */
  listOfWorkspaces(workspaceIds: readonly string[]): Promise<readonly Endpoint[]>;
  /** Ids of the endpoints of a workspace, including deleted endpoints. */
  listIds(workspaceId: string): Promise<readonly string[]>;
}

/** Stats of endpoints. */
export interface EndpointStatsStore {
  /** Stats of endpoints of the current call's workspace, by id. */
  read(endpointIds: readonly string[]): Promise<ReadonlyMap<string, EndpointStats>>;
  /** Makes an endpoint without a delivery degraded: its test has failed. */
  startDegraded(endpoint: Pick<Endpoint, 'id' | 'workspace_id'>): Promise<void>;
  /** Part of an activation: makes the endpoint healthy and clears its failures. */
  startActive(endpoint: Pick<Endpoint, 'id' | 'workspace_id'>): Promise<void>;
  /** Counts results of any workspace. */
  record(outcomes: readonly AttemptOutcome[]): Promise<void>;
}

/** Counts of one endpoint in one hour: attempts by their end, deliveries by their creation. */
export interface HourCounts {
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly hour: Date;
  readonly attempts: number;
  readonly failed_attempts: number;
  readonly deliveries: number;
  readonly failed_deliveries: number;
}

export type CountedStats = Omit<EndpointStats, 'health' | 'last_delivery_at'>;

export interface HourStore {
  add(counts: readonly HourCounts[]): Promise<void>;
  /** Sums of the last day and the last 30 days by endpoint id; an endpoint without counts has no entry. */
  sum(endpointIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, CountedStats>>;
}

/** The health of one endpoint. It is stored beside the endpoint, so that results never conflict with changes of it. */
export interface EndpointHealth extends HealthState {
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly last_delivery_at: Date | null;
  readonly version: number;
}

export interface HealthStore {
  /** By endpoint id; an endpoint without a delivery has no entry. */
  find(endpointIds: readonly string[]): Promise<ReadonlyMap<string, EndpointHealth>>;
  /** Returns false if the endpoint has a health already. */
  insert(health: EndpointHealth): Promise<boolean>;
  /** Part of a transaction; changes nothing if the endpoint has a health already. */
  insertIfAbsent(health: EndpointHealth): Promise<void>;
  /** Part of a transaction: replaces the state; the time of the last delivery stays. */
  reset(endpoint: Pick<Endpoint, 'id' | 'workspace_id'>, state: HealthState): Promise<void>;
  /** One command for all of them. Returns the ids of the endpoints whose stored version is not the expected one. */
  saveAll(changes: readonly HealthChange[]): Promise<ReadonlySet<string>>;
  /** Part of a transaction. Returns false if the stored version is not `expectedVersion`. */
  saveInUnit(health: EndpointHealth, expectedVersion: number): Promise<boolean>;
}

export interface HealthChange {
  readonly health: EndpointHealth;
  readonly expectedVersion: number;
}

/** Stores a health that has become `failed`, and publishes it. Returns false after a conflict, as `saveInUnit`. */
export type SaveFailing = (health: EndpointHealth, expectedVersion: number) => Promise<boolean>;

/** The URL, signing key and headers of an active endpoint. */
export interface Target {
  readonly version: number;
  readonly url: string;
  readonly key: SigningKey;
  readonly customHeaders: Readonly<Record<string, string>>;
}

/** `paused` and `deleted` endpoints are not called. */
export type TargetState = Target | 'paused' | 'deleted';

/** The endpoints for the workers. */
export interface Targets {
  /** The state at the time of the call or later: a change that was committed before the call is visible. */
  get(endpointId: string): Promise<TargetState>;
}

/** Seals signing secrets for the database. */
export interface SecretBox {
  seal(plain: Uint8Array): Uint8Array;
  open(sealed: Uint8Array): Uint8Array;
}

export interface EndpointPorts {
  readonly endpoints: EndpointStore;
  readonly stats: EndpointStatsStore;
  readonly endpointCount: EndpointCount;
  readonly deliveries: DeliveryLog;
  readonly work: Pick<DeliveryWork, 'takeOver' | 'store'>;
  readonly heldReleases: HeldReleases;
  readonly eventBodies: Pick<EventStore, 'findBodies'>;
  readonly catalogue: Catalogue;
  readonly hosts: HostGuard;
  readonly send: Send;
  readonly secrets: SecretBox;
  readonly events: EventSink;
  /** Counts the result of a manual retry after the commit. */
  readonly countLater: (outcome: AttemptOutcome) => void;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly logger: Logger;
}
