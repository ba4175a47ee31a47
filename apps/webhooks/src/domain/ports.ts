import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Delivery, ExchangeResult } from './delivery.ts';
import type { Endpoint, EndpointFigures } from './endpoint.ts';
import type { EndpointRules } from './endpoint-rules.ts';
import type { SigningKey } from './signing.ts';

/** The endpoints of the current call's workspace. */
export interface EndpointStore {
  insert(endpoint: Endpoint): Promise<void>;
  find(id: string): Promise<Endpoint | undefined>;
  /** Also one that was deleted, for its delivery log. */
  findEvenDeleted(id: string): Promise<Endpoint | undefined>;
  /** Oldest first. */
  list(): Promise<readonly Endpoint[]>;
  /** False when somebody else has changed it since `expectedVersion`. */
  save(endpoint: Endpoint, expectedVersion: number): Promise<boolean>;
}

/** How many endpoints the current call's workspace has. */
export interface EndpointCount {
  /** False when there are `max` already; exact also for requests that run at once. */
  add(endpointId: string, max: number): Promise<boolean>;
  remove(endpointId: string): Promise<void>;
}

/** Figures of endpoints of the current call's workspace; absent where nothing was delivered yet. */
export interface FigureStore {
  read(endpointIds: readonly string[]): Promise<ReadonlyMap<string, EndpointFigures>>;
  /** The verdict of a creation test. */
  startDegraded(endpointId: string): Promise<void>;
}

export interface DeliveryFilter {
  readonly endpointId: string;
  readonly status: string | undefined;
  readonly eventType: string | undefined;
  readonly deliveredAfter: Date | undefined;
  readonly deliveredBefore: Date | undefined;
}

export type DeliveryPage = PageOf<Delivery>;

/** The delivery log of the current call's workspace. */
export interface DeliveryLog {
  list(filter: DeliveryFilter, page: PageRequest): Promise<DeliveryPage>;
  /** The logged test of an endpoint's creation. */
  findTest(endpointId: string, eventId: string): Promise<Delivery | undefined>;
  /** Safe to repeat for the same endpoint, event and run. */
  log(delivery: Delivery): Promise<void>;
}

export interface OutgoingDelivery {
  readonly url: string;
  readonly key: SigningKey;
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly eventId: string;
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly sequence: number | null;
  readonly isReplay: boolean;
}

/** One signed POST; it never rejects, whatever the other side does. */
export type Send = (delivery: OutgoingDelivery) => Promise<ExchangeResult>;

/** Seals signing secrets for the database. */
export interface SecretBox {
  seal(plain: Uint8Array): Uint8Array;
  open(sealed: Uint8Array): Uint8Array;
}

export interface Deps {
  readonly endpoints: EndpointStore;
  readonly endpointCount: EndpointCount;
  readonly figures: FigureStore;
  readonly deliveries: DeliveryLog;
  readonly rules: EndpointRules;
  readonly secrets: SecretBox;
  readonly send: Send;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Tells this process's workers that an endpoint is another now. */
  readonly forgetEndpoint: (endpointId: string) => void;
}
