import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import type { FeedbackOutcome } from '../feedback/index.ts';
import { ImapFailed, type ImapConnection } from '../mail-servers/index.ts';
import type { ReceivedReply } from '../threads/index.ts';
import { createMessageParser } from './parse-message.client.ts';
import type { InboundRecord, InboxPosition, SendReference } from './ports.ts';
import { PositionMoved, readFolder, type ReadFolderPorts } from './read-folder.ts';

const SEND_ID = 'snd_01HZY3M5V2C8T4K6Q9X7W1R0BA';
const SEND_NAME = `${SEND_ID.toLowerCase()}.5f1c0a9e3b7d2846`;
const SENT_AT = new Date('2026-05-14T08:00:00.000Z');
const ACCOUNT = { id: 'acc_1', email: 'sales@shop.example' };
const START: InboxPosition = {
  account_id: ACCOUNT.id,
  mailbox: 'INBOX',
  uid_validity: 1,
  last_uid: 0,
  read_since: new Date(0),
  read_at: SENT_AT,
  alone: null,
};

function mailOf(uid: number, inReplyTo = SEND_NAME): string {
  return `From: jane@acme.example\r\nMessage-ID: <${uid}@acme.example>\r\nIn-Reply-To: <${inReplyTo}@shop.example>\r\n\r\nThanks!`;
}

interface World {
  /** The sources by UID. */
  mails: Map<number, string>;
  position: InboxPosition;
  records: InboundRecord[];
  outcomes: FeedbackOutcome[];
  replies: ReceivedReply[];
  send: SendReference;
  /** Called in each transaction before its commit, with its number. */
  beforeCommit: (commit: number) => void;
  afterCommit: (commit: number) => void;
}

function newWorld(mails: readonly string[]): World {
  const send = {
    id: SEND_ID,
    campaign_id: 'cmp_1',
    contact_id: 'ct_1',
    contact_email: 'maria@example.com',
    enrollment_id: 'enr_1',
    sending_account_id: 'acc_1',
    from_email: 'sales@example.com',
  };
  return {
    mails: new Map(mails.map((mail, index) => [index + 1, mail])),
    position: START,
    records: [],
    outcomes: [],
    replies: [],
    send: { ...send, sent_at: SENT_AT, status: 'delivered' },
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
  };
}

/** A store whose transactions can fail. */
function portsOf(world: World): ReadFolderPorts & { readonly skipped: number[] } {
  let commits = 0;
  let id = 0;
  const skipped: number[] = [];
  return {
    skipped,
    store: {
      findPositions: async () => Promise.resolve([world.position]),
      start: async (position) => Promise.resolve(position),
      move: async (before, after) => {
        if (before.last_uid !== world.position.last_uid) return Promise.resolve(false);
        world.position = after;
        return Promise.resolve(true);
      },
      findKeys: async (keys) =>
        Promise.resolve(
          new Set(world.records.map((record) => record.message_key).filter((key) => keys.includes(key))),
        ),
      insert: async (records) => Promise.resolve(void world.records.push(...records)),
      eraseTexts: async () => Promise.resolve(),
    },
    recorder: {
      record: async (outcomes) => {
        world.outcomes.push(...(outcomes as FeedbackOutcome[]));
        return Promise.resolve(new Set<string>());
      },
    },
    receiver: {
      prepare: async (replies) => Promise.resolve({ replies, namesOf: new Map(), contents: new Map() }),
      receive: async ({ replies }) => Promise.resolve(void world.replies.push(...replies)),
    },
    sends: {
      findByIds: async () => Promise.resolve([world.send]),
      findSince: async () => Promise.resolve([]),
    },
    messageIds: { verify: (name) => (name === SEND_NAME ? SEND_ID : undefined) },
    addresses: { ofAddresses: async () => Promise.resolve(new Map()) },
    parser: createMessageParser(),
    model: undefined,
    clock: { now: () => SENT_AT.getTime() + 60_000 },
    newId: (prefix) => `${prefix}_${(id += 1)}`,
    inWorkspace: async (work) => work(),
    withMemory: async (work) => work(),
    commit: async (work) => {
      commits += 1;
      const before = {
        ...world,
        records: [...world.records],
        outcomes: [...world.outcomes],
        replies: [...world.replies],
      };
      try {
        const result = await work();
        world.beforeCommit(commits);
        world.afterCommit(commits);
        return result;
      } catch (thrown) {
        Object.assign(world, {
          position: before.position,
          records: before.records,
          outcomes: before.outcomes,
          replies: before.replies,
        });
        throw thrown;
      }
    },
    onRead: () => undefined,
    onSkipped: (uid) => skipped.push(uid),
    isPassing: (thrown) => thrown instanceof ImapFailed,
  };
}

function connectionOf({ mails }: World): ImapConnection {
  const fake: Pick<ImapConnection, 'findFrom' | 'fetch'> = {
    findFrom: async (from) => Promise.resolve([...mails.keys()].filter((uid) => uid >= from)),
    fetch: async function* (uids) {
      for (const uid of uids)
        yield await Promise.resolve({
          uid,
          receivedAt: new Date(SENT_AT.getTime() + 30_000),
          source: Buffer.from(mails.get(uid) ?? ''),
        });
    },
  };
  return fake as ImapConnection;
}

async function read(world: World, attempt = 1): Promise<unknown> {
  const { signal } = new AbortController();
  const options = {
    account: ACCOUNT,
    connection: connectionOf(world),
    position: world.position,
    attempt,
    signal,
  };
  return readFolder(portsOf(world), options);
}

const many = (count: number) => Array.from({ length: count }, (_, index) => mailOf(index + 1));

describe('readFolder', () => {
  it('commits results and position of a batch together, so that a crash before a commit repeats and loses nothing', async () => {
    const world = newWorld(many(120));
    world.beforeCommit = (commit) => {
      if (commit === 2) throw new Error('killed');
    };
    await expect(read(world)).rejects.toThrow('killed');
    expect(world.position.last_uid).toBe(50);
    expect(world.outcomes).toHaveLength(50);
    world.beforeCommit = () => undefined;
    await read(world);
    expect(world.position.last_uid).toBe(120);
    expect(world.outcomes).toHaveLength(120);
    expect(new Set(world.records.map(({ uid }) => uid)).size).toBe(120);
  });

  it('ends when another worker has moved the position', async () => {
    const world = newWorld(many(60));
    const stale = { ...world.position };
    await read(world);
    const connection = connectionOf(world);
    const { signal } = new AbortController();
    const reading = readFolder(portsOf(world), {
      account: ACCOUNT,
      connection,
      position: stale,
      attempt: 1,
      signal,
    });
    await expect(reading).rejects.toThrow(PositionMoved);
    expect(world.outcomes).toHaveLength(60);
  });

  it('counts a message once that is in the folder twice', async () => {
    const world = newWorld([mailOf(1), mailOf(1), mailOf(2)]);
    await read(world);
    expect(world.outcomes).toHaveLength(2);
  });

  it('passes on a message about a send without an outcome: the send keeps it', async () => {
    const world = newWorld(many(3));
    world.send = { ...world.send, sent_at: null, status: 'sending' };
    expect(await read(world)).toMatchObject({ last_uid: 3 });
    expect(world.outcomes).toHaveLength(3);
  });

  describe('with a message that fails', () => {
    /** The second message fails in its own way; the others are read. */
    function failing(fail: () => Promise<never>) {
      const world = newWorld(many(3));
      const ports = portsOf(world);
      const reads: number[] = [];
      const parser: ReadFolderPorts['parser'] = {
        parse: async (source) => {
          const uid = Number(/<(\d+)@/.exec(Buffer.from(source).toString())?.[1]);
          reads.push(uid);
          return uid === 2 ? fail() : ports.parser.parse(source);
        },
      };
      const session = async (attempt: number): Promise<unknown> => {
        const { position } = world;
        const { signal } = new AbortController();
        const options = { account: ACCOUNT, connection: connectionOf(world), position, attempt, signal };
        return readFolder({ ...ports, parser }, options);
      };
      return { world, ports, reads, session };
    }

    it('reads it alone twice, then skips it and continues', async () => {
      const { world, ports, reads, session } = failing(async () => Promise.reject(new Error('unreadable')));
      for (const attempt of [1, 2, 3]) await expect(session(attempt)).rejects.toThrow('unreadable');
      expect(world.position).toMatchObject({ last_uid: 1, alone: { uid: 2, failures: 2 } });
      await session(4);
      expect(ports.skipped).toEqual([2]);
      expect(world.position).toMatchObject({ last_uid: 3, alone: null });
      expect(world.records.map(({ uid }) => uid)).toEqual([1, 3]);
      expect(reads.filter((uid) => uid === 2)).toHaveLength(3);
    });

    it('counts the end of the process while it is read', async () => {
      // A killed worker neither ends its reading nor reports anything.
      const { world, ports, session } = failing(async () => new Promise(() => undefined));
      for (const failures of [1, 2]) {
        void session(2);
        await eventually(() => expect(world.position.alone).toEqual({ uid: 2, failures }));
      }
      await session(2);
      expect(ports.skipped).toEqual([2]);
      expect(world.records.map(({ uid }) => uid)).toEqual([1, 3]);
    });

    it('does not count failures of the mail server, so that nothing is lost', async () => {
      const down = failing(async () => Promise.reject(new ImapFailed('The server closed the connection.')));
      for (const attempt of [1, 2, 3, 4, 5])
        await expect(down.session(attempt)).rejects.toThrow('closed the connection');
      expect(down.world.position).toMatchObject({ last_uid: 1, alone: null });
      expect(down.ports.skipped).toEqual([]);
    });
  });
});
