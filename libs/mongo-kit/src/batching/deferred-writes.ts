import { AsyncLocalStorage } from 'node:async_hooks';
import type { Schema } from 'mongoose';
import { WRITING_QUERIES } from '../tenancy/query-operations.ts';

const handingOver = new AsyncLocalStorage<true>();

/** A command does what only a transaction of its own can hold; it runs again in one. */
export class NotJoinable extends Error {}

/** Runs the part of a command that reads and hands its writes over; a write past that hand-over is NotJoinable. */
export async function whileHandingOver<T>(fn: () => Promise<T>): Promise<T> {
  return handingOver.run(true, fn);
}

/** A write that a model sent off now would belong to no transaction at all. */
export function refuseDirectWrites(schema: Schema): void {
  schema.pre([...WRITING_QUERIES], { document: false, query: true }, refuse);
  schema.pre('save', refuse);
  schema.pre('insertMany', refuse);
  schema.pre('bulkWrite', refuse);
}

function refuse(): void {
  if (handingOver.getStore() === true) throw new NotJoinable('A command that joins others wrote by itself.');
}
