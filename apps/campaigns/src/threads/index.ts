export type { ThreadStore, MessageStore } from './ports.ts';
export type { FullMessage, Message, Thread } from './thread.ts';
