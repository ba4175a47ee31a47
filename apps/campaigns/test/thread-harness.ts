import { expect } from '@jest/globals';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { eventually } from '@outreach/testing';
import type { Db } from 'mongodb';
import { mailOf } from './inbox-harness.ts';

const KEY = Buffer.alloc(32, 7);

export interface Row {
  readonly [field: string]: unknown;
  readonly _id: string;
}

interface Workspace {
  readonly workspaceId: string;
}

/** The stored threads of a workspace. */
export interface ThreadReader {
  rows(collection: string, workspace: Workspace): Promise<readonly Row[]>;
  threadsOf(workspace: Workspace): Promise<readonly Row[]>;
  /** The messages of the workspace with their bodies, oldest first. */
  messagesOf(workspace: Workspace): Promise<readonly Row[]>;
  /** Waits until the workspace has a thread with so many messages. */
  threadWith(workspace: Workspace, messageCount: number): Promise<Row>;
}

export function readThreads(database: Db): ThreadReader {
  const rows: ThreadReader['rows'] = async (collection, { workspaceId }) =>
    database
      .collection<Row>(collection)
      .find({ workspace_id: workspaceId })
      .sort({ at: 1, _id: 1 })
      .toArray();
  const threadsOf: ThreadReader['threadsOf'] = async (workspace) => rows('inbox_threads', workspace);
  return {
    rows,
    threadsOf,
    messagesOf: async (workspace) => {
      const bodies = await rows('inbox_bodies', workspace);
      return (await rows('inbox_messages', workspace)).map((message) => {
        const sealed = bodies.find(({ _id }) => _id === message._id)?.['sealed_body'] as {
          buffer: Uint8Array;
        };
        const body = JSON.parse(createSealer(KEY).open(sealed.buffer).toString('utf8')) as object;
        return { ...message, ...body };
      });
    },
    threadWith: async (workspace, messageCount) =>
      eventually(async () => {
        const [thread] = await threadsOf(workspace);
        expect(thread?.['message_count']).toBe(messageCount);
        return thread ?? { _id: '' };
      }),
  };
}

/** A reply to an email. */
export function answer(sent: { readonly email: string; readonly messageId: string }, text: string): string {
  return mailOf({ from: sent.email, inReplyTo: sent.messageId, text });
}
