import type { ClientSession } from 'mongodb';
import type { DomainEvent } from '@outreach/event-schema';
import { currentScope, withScope } from '@outreach/service-kit';
import type { GroupWrite } from '../batching/group-writes.ts';

/** The commit of a prepared command needs a transaction of its own; the command runs again in one. */
export class NeedsOwnTransaction extends Error {}

/** A unit of work with an open transaction. */
export class TransactionUnit {
  readonly session: ClientSession;
  readonly events: DomainEvent[] = [];
  readonly afterCommit: (() => void)[] = [];

  constructor(session: ClientSession) {
    this.session = session;
  }
}

/** The `prepare` step of a command: it reads outside any transaction and must not write. */
export class PrepareUnit {
  readonly name = 'prepare';
}

/** The `commit` step of a command that may share a transaction: its writes are collected as data. */
export class DeferredUnit {
  readonly writes: GroupWrite[] = [];
  readonly events: DomainEvent[] = [];
  readonly afterCommit: (() => void)[] = [];
}

type Unit = TransactionUnit | PrepareUnit | DeferredUnit;

/** Runs `fn` in the unit. */
export async function withUnit<T>(unit: Unit, fn: () => Promise<T>): Promise<T> {
  return withScope({ unit }, fn);
}

/** The session of the open transaction; undefined outside one. */
export function currentSession(): ClientSession | undefined {
  const { unit } = currentScope();
  return unit instanceof TransactionUnit ? unit.session : undefined;
}

/** As `currentSession`, for code that cannot defer its writes. @throws NeedsOwnTransaction in a deferred commit. */
export function requireDirectAccess(): ClientSession | undefined {
  refuseDeferred('asked for a transaction');
  return currentSession();
}

/** The collected writes of a deferred commit; undefined in every other unit. @throws Error in a prepare step. */
export function deferredWrites(): GroupWrite[] | undefined {
  const { unit } = currentScope();
  return unit instanceof DeferredUnit ? unit.writes : undefined;
}

/** @throws NeedsOwnTransaction in a deferred commit; Error in a prepare step, which only reads. */
export function refuseDeferred(action: string): void {
  const { unit } = currentScope();
  if (unit instanceof DeferredUnit) throw new NeedsOwnTransaction(`A deferred commit ${action}.`);
  if (unit instanceof PrepareUnit) throw new Error(`The prepare step of a command ${action}.`);
}

/** Adds an event to the open unit; it is stored in the transaction of the unit. @throws Error outside one. */
export function emitInUnit(event: DomainEvent): void {
  const { unit } = currentScope();
  if (!(unit instanceof TransactionUnit || unit instanceof DeferredUnit)) {
    throw new Error('An event was emitted outside a unit of work.');
  }
  unit.events.push(event);
}

/** Calls `fn` after the commit of the open unit, or at once outside one. A rolled back unit calls nothing. */
export function afterCommit(fn: () => void): void {
  const { unit } = currentScope();
  if (unit instanceof TransactionUnit || unit instanceof DeferredUnit) unit.afterCommit.push(fn);
  else fn();
}
