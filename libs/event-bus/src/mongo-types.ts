import type { Mongo } from '@outreach/mongo-kit';
import type { Outbox } from '@outreach/mongo-kit/units';

export type Connection = Mongo['connection'];
export type ClientSession = Parameters<Outbox['append']>[1];
