import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostileClient } from './noisy-neighbour-client.ts';
import type { HostilePlan } from './noisy-neighbour-process.ts';

type IsDone = () => boolean;

/** One way in which a workspace or an anonymous client uses more than its share. */
export interface HostileActivity {
  readonly name: string;
  /** Returns the activity, which lasts until `isDone`. */
  readonly prepare: (plan: HostilePlan, client: HostileClient) => Promise<(isDone: IsDone) => Promise<void>>;
}

/** Repeats work concurrently. A pause keeps refusals from becoming the main work of the sender. */
async function repeat(
  isDone: IsDone,
  { count, pauseMs }: { readonly count: number; readonly pauseMs: number },
  work: (worker: number) => Promise<unknown>,
): Promise<void> {
  const loop = async (worker: number): Promise<void> => {
    while (!isDone()) {
      await work(worker);
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: count }, async (_, worker) => loop(worker)));
}

/** The next key in turn, so that no key reaches its rate limit at once. */
function inTurn(keys: readonly string[]): () => string {
  let index = 0;
  return () => {
    index += 1;
    return keys[index % keys.length] ?? '';
  };
}

const ONE_BYTE = { count: 20, pauseMs: 100, bodyBytes: 128 * 1_024 };

const oneByteChunks: HostileActivity = {
  name: 'one-byte-chunks',
  prepare: async (_plan, client) => {
    const chunks = `${'1\r\n \r\n'.repeat(ONE_BYTE.bodyBytes)}0\r\n\r\n`;
    const head = {
      path: '/api/v1/auth/token/',
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    };
    return async (isDone) =>
      repeat(isDone, ONE_BYTE, async () => client.write(head, (socket) => void socket.write(chunks)));
  },
};

/** Uploads of which no byte arrives after the first ones. */
const HALF_SENT = { count: 256, pauseMs: 5_000 };

const halfSent = (name: string, path: string): HostileActivity => ({
  name,
  prepare: async ({ keys }, client) => {
    const headers = [
      `Authorization: Bearer ${keys[0] ?? ''}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ];
    const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n';
    return async (isDone) =>
      repeat(isDone, HALF_SENT, async () =>
        client.write({ path, headers }, (socket) => void socket.write(start)),
      );
  },
});

const LOG_INS = { addresses: 5, perAddress: 60, roundMs: 10_000 };
/** A round has addresses of its own, so that the rate limit of an address does not end the activity. */
const SUBNETS = 200;

const logIns: HostileActivity = {
  name: 'log-ins',
  prepare: async (_plan, client) => {
    let round = 0;
    return async (isDone) =>
      repeat(isDone, { count: 1, pauseMs: LOG_INS.roundMs }, async () => {
        round += 1;
        const senders = Array.from({ length: LOG_INS.addresses * LOG_INS.perAddress }, async (_, index) => {
          const username = `unknown-${index}@hostile.example`;
          const body = JSON.stringify({ username, password: 'a wrong password' });
          const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
          const address = `127.1.${round % SUBNETS}.${2 + (index % LOG_INS.addresses)}`;
          await client.write(
            { path: '/api/v1/auth/token/', headers, address },
            (socket) => void socket.write(body),
          );
        });
        await Promise.all(senders);
      });
  },
};

const SEARCHES = { count: 20, pauseMs: 100 };

const searches: HostileActivity = {
  name: 'searches',
  prepare: async ({ keys }, client) => {
    const nextKey = inTurn(keys);
    const body = JSON.stringify({
      filters: [{ field: 'title', op: 'contains', value: 'not in any title' }],
      sort: [{ field: 'city', direction: 'desc' }],
    });
    return async (isDone) =>
      repeat(isDone, SEARCHES, async () =>
        client.send({ path: '/api/v1/contacts/search/', key: nextKey(), body }),
      );
  },
};

const CHECKS = { count: 4, pauseMs: 100, addresses: 1_000, labels: 125 };

const checks: HostileActivity = {
  name: 'checks',
  prepare: async ({ keys }, client) => {
    const nextKey = inTurn(keys);
    const emails = Array.from({ length: CHECKS.addresses }, (_, address) => {
      const labels = Array.from({ length: CHECKS.labels }, (_label, label) =>
        (((address >> (label % 10)) * 7 + label * 13) % 36).toString(36),
      );
      return `a@${labels.join('.')}.aa`;
    });
    const body = JSON.stringify({ emails });
    return async (isDone) =>
      repeat(isDone, CHECKS, async () =>
        client.send({ path: '/api/v1/suppressions/check/', key: nextKey(), body }),
      );
  },
};

const BAD_ROWS = { count: 5_000, cellCharacters: 4_000 };
const ERROR_PAGES = { count: 2, pauseMs: 100 };

const badRows: HostileActivity = {
  name: 'bad-rows',
  prepare: async ({ keys }, client) => {
    const nextKey = inTurn(keys);
    const row = `not an address,${'x'.repeat(BAD_ROWS.cellCharacters)}\n`;
    const csv = `email,first_name\n${row.repeat(BAD_ROWS.count)}`;
    const upload = async (): Promise<string> => {
      const body = new FormData();
      body.append('file', new File([csv], 'bad.csv', { type: 'text/csv' }));
      const text = await client.send({ path: '/api/v1/imports/', key: nextKey(), body });
      return /"id":"(imp_\w+)"/.exec(text)?.[1] ?? '';
    };
    let latest = await upload();
    return async (isDone) => {
      const uploading = repeat(isDone, { count: 1, pauseMs: 5_000 }, async () => {
        latest = (await upload()) || latest;
      });
      const reading = repeat(isDone, ERROR_PAGES, async (worker) => {
        const format = worker === 0 ? 'json' : 'csv';
        const path = `/api/v1/imports/${latest}/errors/?page_size=200&format=${format}`;
        await client.send({ method: 'GET', path, key: nextKey() });
      });
      await Promise.all([uploading, reading]);
    };
  },
};

const ENDPOINTS = 128;
/** Each event has a delivery for every endpoint of its workspace. */
const EVENTS_PAUSE_MS = 500;

async function createContacts(isDone: IsDone, keys: readonly string[], client: HostileClient): Promise<void> {
  let index = 0;
  await repeat(isDone, { count: keys.length, pauseMs: EVENTS_PAUSE_MS }, async (worker) => {
    index += 1;
    const body = JSON.stringify({ email: `event-${index}-${Date.now()}@hostile.example` });
    await client.send({ path: '/api/v1/contacts/', key: keys[worker] ?? '', body });
  });
}

const hangingEndpoints: HostileActivity = {
  name: 'hanging-endpoints',
  prepare: async ({ endpointKeys }, client) => {
    let hangs = false;
    const server = createServer((request, response) => {
      request.resume();
      if (!hangs) response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const body = JSON.stringify({ name: 'Hangs', url, event_subscriptions: ['contact.created'] });
    const creations = Array.from({ length: ENDPOINTS }, async (_, index) =>
      client.send({ path: '/api/v1/webhooks/', key: endpointKeys[index % endpointKeys.length] ?? '', body }),
    );
    await Promise.all(creations);
    return async (isDone) => {
      hangs = true;
      await createContacts(isDone, endpointKeys, client);
    };
  },
};

const silentNameServer: HostileActivity = {
  name: 'silent-name-server',
  prepare: async ({ nameServer, keys }, client) => {
    const [address, port] = nameServer.split(':');
    createSocket('udp4').bind(Number(port), address);
    const body = JSON.stringify({
      name: 'Unresolved',
      url: 'http://hostile.example/',
      event_subscriptions: ['contact.created'],
    });
    await client.send({ path: '/api/v1/webhooks/', key: keys[0] ?? '', body });
    return async (isDone) => createContacts(isDone, keys.slice(0, 1), client);
  },
};

export const HOSTILE_ACTIVITIES: readonly HostileActivity[] = [
  oneByteChunks,
  halfSent('half-sent-imports', '/api/v1/imports/'),
  halfSent('half-sent-previews', '/api/v1/field-mappings/preview/'),
  logIns,
  searches,
  checks,
  badRows,
  hangingEndpoints,
  silentNameServer,
];
