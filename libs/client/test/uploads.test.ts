import { describe, expect, it } from '@jest/globals';
import { apiKey, createClient, type UploadProgress } from '../src/index.ts';
import { json, refusal, reset, startTestApi } from './test-api.ts';

const credentials = apiKey('otk_test');
const PATH = '/api/v1/imports/';
const CHUNK = new TextEncoder().encode('maria@example.com\n'.repeat(1000));
const CHUNKS = 20;

/** A file that is made while it is sent. */
function largeFile() {
  let reads = 0;
  const file = {
    name: 'a "large" file.csv',
    size: CHUNK.length * CHUNKS,
    stream: () => {
      reads += 1;
      let left = CHUNKS;
      return new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (left === 0) controller.close();
          else controller.enqueue(CHUNK);
          left -= 1;
        },
      });
    },
  };
  return { file, reads: () => reads };
}

describe('an upload', () => {
  it('sends the file and the fields as a form', async () => {
    await using api = await startTestApi(json(201, { id: 'imp_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const file = new File(['email\nmaria@example.com\n'], 'contacts.csv');
    expect(await client.upload(PATH, { file, fields: { field_mapping_id: 'fm_1' } })).toEqual({
      id: 'imp_1',
    });
    const [request] = api.received;
    const boundary = request?.headers['content-type']?.split('boundary=')[1] ?? '';
    expect(request?.body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="field_mapping_id"\r\n\r\nfm_1\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="contacts.csv"\r\nContent-Type: application/octet-stream\r\n\r\nemail\nmaria@example.com\n\r\n',
      '--\r\n',
    ]);
    expect(request?.headers.authorization).toBe('Bearer otk_test');
  });

  it('reports its progress up to the size of the request', async () => {
    await using api = await startTestApi(json(201, { id: 'imp_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const progress: UploadProgress[] = [];
    await client.upload(PATH, { file: largeFile().file, onProgress: (one) => void progress.push(one) });
    const total = Buffer.byteLength(api.received[0]?.body ?? '');
    expect(new Set(progress.map((one) => one.total))).toEqual(new Set([total]));
    const sent = progress.map((one) => one.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect([sent.length, sent.at(-1)]).toEqual([CHUNKS + 2, total]);
  });

  it('reads the file again for each attempt, with one Idempotency-Key', async () => {
    await using api = await startTestApi(reset, refusal(503, 'internal_error'), json(201, { id: 'imp_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const { file, reads } = largeFile();
    expect(await client.upload(PATH, { file })).toEqual({ id: 'imp_1' });
    expect(reads()).toBe(3);
    expect(new Set(api.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const names = api.received.map(({ body }) => /filename="[^\r]*"/.exec(body)?.[0]);
    expect(new Set(names)).toEqual(new Set(['filename="a %22large%22 file.csv"']));
  });

  it('throws the error of the API', async () => {
    await using api = await startTestApi(refusal(413, 'validation_error'));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const upload = client.upload(PATH, { file: new Blob(['x']) });
    await expect(upload).rejects.toMatchObject({ status: 413, code: 'validation_error' });
  });
});

describe('an upload in a browser', () => {
  it('is not sent when the caller ends it while its file is read', async () => {
    let created = 0;
    const controller = new AbortController();
    const stream = () =>
      new ReadableStream<Uint8Array>({
        pull: (chunks) => {
          controller.abort(new Error('ended by the test'));
          chunks.close();
        },
      });
    const FakeRequest = function (): void {
      created += 1;
    };
    Reflect.set(globalThis, 'XMLHttpRequest', FakeRequest);
    try {
      const client = createClient({ baseUrl: 'http://api.example', credentials });
      const file = { name: 'contacts.csv', size: 1, stream };
      const upload = client.upload(PATH, { file, signal: controller.signal });
      await expect(upload).rejects.toThrow('ended by the test');
      expect(created).toBe(0);
    } finally {
      Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    }
  });
});

describe('waitFor', () => {
  it('polls until the job has ended, and reports each state of it', async () => {
    const states = ['queued', 'processing', 'a_new_status', 'completed_with_errors'];
    await using api = await startTestApi(
      json(200, { status: 'queued' }),
      ...states.map((status) => json(200, { status })),
    );
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const seen: string[] = [];
    const options = { intervalMs: 5, onProgress: ({ status }: { status: string }) => void seen.push(status) };
    expect(await client.waitFor('import', 'imp_1', options)).toEqual({ status: 'completed_with_errors' });
    expect(seen).toEqual(['queued', ...states]);
    expect(api.received[0]?.url).toBe('/api/v1/imports/imp_1/');
  });

  it('reads a replay by its two ids', async () => {
    await using api = await startTestApi(json(200, { status: 'canceled' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const ids = { webhookId: 'wh_1', replayId: 'rpl_1' };
    expect(await client.waitFor('replay', ids)).toEqual({ status: 'canceled' });
    expect(api.received[0]?.url).toBe('/api/v1/webhooks/wh_1/replays/rpl_1/');
  });

  it('ends with the signal of the caller', async () => {
    await using api = await startTestApi(json(200, { status: 'running' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const controller = new AbortController();
    const end = () => controller.abort(new Error('ended by the test'));
    const options = { signal: controller.signal, onProgress: end };
    await expect(client.waitFor('verification', 'ver_1', options)).rejects.toThrow('ended by the test');
  });

  it('ends with the signal of the client, also between two polls', async () => {
    await using api = await startTestApi(json(200, { status: 'running' }));
    const controller = new AbortController();
    const client = createClient({ baseUrl: api.baseUrl, credentials, signal: controller.signal });
    const options = {
      intervalMs: 600_000,
      onProgress: () => void setTimeout(() => controller.abort(new Error('ended by the test')), 50),
    };
    await expect(client.waitFor('verification', 'ver_1', options)).rejects.toThrow('ended by the test');
  });
});
