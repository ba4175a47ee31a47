import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientSession } from 'mongodb';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import { currentCall } from '@outreach/service-kit';
import type { GroupWrite } from '../batching/group-writes.ts';
import { NotJoinable, whileHandingOver } from '../batching/deferred-writes.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import { isWalled, ownDocument, type Walled } from '../tenancy/tenant-guard.ts';

/** What idempotency records keep of replies, for the day on which a record that they tell of is erased. */
export interface KeptReplies {
  /** Says, inside a unit, of which records its reply tells. */
  mention(ids: readonly string[]): void;
  /** Part of the erasure's unit: every key of the workspace whose reply told of the record answers not_found from now on. */
  erase(id: string): Promise<void>;
}

/** Writes that a command can also hand over, to be committed together with those of others. */
export interface UnitWrites {
  insert<Doc extends object>(model: Model<Doc>, documents: readonly NewDocument<Doc>[]): Promise<void>;
  /**
   * Changes the one document that the filter finds: an id and the version that it must have. False when there is none;
   * handed over, it is found out later, and the command runs again by itself.
   */
  change<Doc extends object>(model: Model<Doc>, change: DocumentChange<Doc>): Promise<boolean>;
}

/** Behind the wall the workspace is added. */
export type NewDocument<Doc> = Doc | Omit<Doc, 'workspace_id'>;

export interface DocumentChange<Doc> {
  readonly filter: QueryFilter<Doc>;
  readonly set: Partial<Doc>;
}

interface UnitParts {
  readonly events: DomainEvent[];
  readonly mentioned: Set<string>;
}

/** Has a transaction of its own. */
interface RunningUnit extends UnitParts {
  readonly session: ClientSession;
}

/** Reads outside any transaction, and collects what is to be written in one. */
interface JoiningUnit extends UnitParts {
  readonly writes: GroupWrite[];
}

/** What a command left to be committed. */
export interface HandedOver<T> extends Readonly<JoiningUnit> {
  readonly result: T;
}

/** The unit of work in which a piece of code runs. */
export class OpenUnits {
  readonly #open = new AsyncLocalStorage<RunningUnit | JoiningUnit>();

  /** Runs `fn` as a unit in the transaction of the session. */
  async run<T>(session: ClientSession, fn: () => Promise<T>): Promise<UnitParts & { readonly result: T }> {
    const unit = { session, events: [], mentioned: new Set<string>() };
    return { ...unit, result: await this.#open.run(unit, fn) };
  }

  /** Runs `fn` as a unit that only collects. @throws NotJoinable when it cannot do without a transaction of its own. */
  async handOver<T>(fn: () => Promise<T>): Promise<HandedOver<T>> {
    const unit = { writes: [], events: [], mentioned: new Set<string>() };
    return { ...unit, result: await this.#open.run(unit, async () => whileHandingOver(fn)) };
  }

  /** The session of the unit; undefined outside one, and for a command that has no transaction yet. */
  ownSession(): ClientSession | undefined {
    const unit = this.#open.getStore();
    return unit !== undefined && 'session' in unit ? unit.session : undefined;
  }

  /** The same for code that needs a transaction of its own. @throws NotJoinable */
  demandedSession(): ClientSession | undefined {
    if (this.#handedOver() === undefined) return this.ownSession();
    throw new NotJoinable('A command that joins others asked for a transaction.');
  }

  emit(event: DomainEvent): void {
    this.#inside().events.push(event);
  }

  repliesOf(store: IdempotencyStore): KeptReplies {
    return {
      mention: (ids) => {
        const { mentioned } = this.#inside();
        for (const id of ids) mentioned.add(id);
      },
      erase: async (id) => {
        const workspaceId = currentCall()?.workspaceId ?? '';
        if (workspaceId === '') throw new Error('Replies were erased outside a call of a workspace.');
        await store.erase({ workspaceId, id }, this.demandedSession() ?? outside());
      },
    };
  }

  writes(): UnitWrites {
    return {
      insert: async (model, documents) => {
        const handedOver = this.#handedOver();
        if (handedOver === undefined) await model.insertMany(documents, { lean: true });
        else for (const document of documents) handedOver.push(insertionOf(model, document));
      },
      change: async (model, change) => {
        const handedOver = this.#handedOver();
        if (handedOver !== undefined) return handedOver.push(changeOf(model, change)) > 0;
        const update: UpdateQuery<unknown> = { $set: change.set };
        const { matchedCount } = await model.updateOne(change.filter, update);
        return matchedCount === 1;
      },
    };
  }

  #handedOver(): GroupWrite[] | undefined {
    const unit = this.#open.getStore();
    return unit !== undefined && 'writes' in unit ? unit.writes : undefined;
  }

  #inside(): UnitParts {
    return this.#open.getStore() ?? outside();
  }
}

function outside(): never {
  throw new Error('What belongs to a unit of work was done outside one.');
}

/** As much of a model as a write tells of it. */
interface Target extends Walled {
  readonly collection: { readonly collectionName: string };
}

function insertionOf(model: Target, members: object): GroupWrite {
  const document = { ...members };
  return { ...targetOf(model, document), operation: { insertOne: { document } } };
}

function changeOf(
  model: Target,
  { filter: members, set }: { readonly filter: object; readonly set: object },
): GroupWrite {
  const filter = { ...members };
  return { ...targetOf(model, filter), operation: { updateOne: { filter, update: { $set: set } } } };
}

/** Behind the wall the document gets the workspace of its call, as the models would do it. */
function targetOf(
  model: Target,
  document: Record<string, unknown>,
): Pick<GroupWrite, 'collection' | 'isWalled'> {
  const walled = isWalled(model);
  if (walled) ownDocument(document);
  return { collection: model.collection.collectionName, isWalled: walled };
}
