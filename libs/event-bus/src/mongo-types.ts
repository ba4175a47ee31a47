import type { Mongo, Outbox } from '@outreach/mongo-kit';

export type Connection = Mongo['connection'];
export type ClientSession = Parameters<Outbox['append']>[1];
