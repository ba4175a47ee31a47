import { describe, expect, it } from '@jest/globals';
import type { FeedbackOutcome } from '../outcomes/index.ts';
import type { ImapConnection } from '../sending-accounts/index.ts';
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
  send: SendReference;
  /** Called in each transaction before its commit, with its number. */
  beforeCommit: (commit: number) => void;
  afterCommit: (commit: number) => void;
}

function newWorld(mails: readonly string[]): World {
  const send = { id: SEND_ID, campaign_id: 'cmp_1', contact_id: 'ct_1', enrollment_id: 'enr_1' };
  return {
    mails: new Map(mails.map((mail, index) => [index + 1, mail])),
    position: START,
    records: [],
    outcomes: [],
    send: { ...send, sent_at: SENT_AT, status: 'delivered' },
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
  };
}

/** A store whose transactions can fail. */
function portsOf(world: World): ReadFolderPorts & { readonly skipped: unknown[] } {
  let commits = 0;
  let id = 0;
  const skipped: unknown[] = [];
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
      findKeys: async (_, keys) =>
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
    sends: {
      findByIds: async () => Promise.resolve([world.send]),
      findLatest: async () => Promise.resolve([]),
    },
    messageIds: { verify: (name) => (name === SEND_NAME ? SEND_ID : undefined) },
    addresses: { ofAddresses: async () => Promise.resolve(new Map()) },
    parser: createMessageParser(),
    model: undefined,
    clock: { now: () => SENT_AT.getTime() + 60_000 },
    newId: (prefix) => `${prefix}_${(id += 1)}`,
    inWorkspace: async (work) => work(),
    commit: async (work) => {
      commits += 1;
      const before = { ...world, records: [...world.records], outcomes: [...world.outcomes] };
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
        });
        throw thrown;
      }
    },
    onRead: () => undefined,
    onSkipped: (err) => skipped.push(err),
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

  it('skips a message that cannot be committed alone after many failures', async () => {
    const world = newWorld(many(3));
    const ports = portsOf(world);
    const failing: ReadFolderPorts = {
      ...ports,
      recorder: {
        record: async (outcomes) => {
          if (world.position.last_uid === 1) throw new Error('The outcome is not possible.');
          return ports.recorder.record(outcomes);
        },
      },
    };
    const { signal } = new AbortController();
    const options = { account: ACCOUNT, connection: connectionOf(world), position: world.position, signal };
    await expect(readFolder(failing, { ...options, attempt: 5 })).rejects.toThrow('not possible');
    await readFolder(failing, { ...options, attempt: 20 });
    expect(ports.skipped).toHaveLength(1);
    expect(world.records.map(({ uid }) => uid)).toEqual([2, 3]);
  });
});
