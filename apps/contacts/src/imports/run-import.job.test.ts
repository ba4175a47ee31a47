import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { withSystemCall } from '@outreach/service-kit/system-context';
import { NO_COUNTS, type ImportJob } from './import-job.ts';
import { CHUNK_BYTES, runImport, type RunImportPorts } from './run-import.job.ts';

const ROWS = 1_200;

const job: ImportJob = {
  id: 'imp_1',
  workspace_id: 'ws_1',
  agency_id: '',
  file_name: 'rows.csv',
  file_id: 'file',
  shape: { encoding: 'utf-8', separator: ',', hasHeader: true, columns: ['email'], targets: ['email'] },
  field_mapping_id: null,
  status: 'processing',
  total_rows: ROWS,
  ...NO_COUNTS,
  dedup_behavior: 'update',
  default_tags: [],
  trigger_verification: false,
  started_at: null,
  finished_at: null,
  created_at: new Date(0),
  error: null,
  failures: 0,
  version: 1,
};

async function* file(): AsyncGenerator<Uint8Array, void, undefined> {
  const rows = Array.from({ length: ROWS }, (_, index) => `p${index}@acme.example`);
  yield await Promise.resolve(Buffer.from(['email', ...rows, ''].join('\n')));
}

interface Behaviour {
  readonly findByEmails: () => Promise<ReadonlyMap<string, never>>;
  readonly unitOfWork: RunImportPorts['unitOfWork'];
}

/** Ports of an import whose reads and transactions the test controls; nothing is stored. */
function portsWith({ findByEmails, unitOfWork }: Behaviour): RunImportPorts {
  const refuse = async () => Promise.reject(new Error('The test does not expect this call.'));
  const clock = { now: () => 0 };
  const events = { emit: () => undefined };
  return {
    pipeline: {
      contacts: { findByEmails, insertMany: refuse, saveMany: refuse },
      counts: { add: refuse },
      events,
      suppressions: { findByKeys: async () => Promise.resolve([]) },
      registry: { ownerOf: refuse, assign: refuse, assignMany: refuse, release: refuse },
      icpProfiles: { find: async () => Promise.resolve(undefined) },
      customFields: { all: async () => Promise.resolve([]) },
      campaigns: { known: refuse },
      clock,
      newId: (prefix) => `${prefix}_1`,
    },
    imports: { advance: refuse, findById: refuse, end: refuse },
    importErasures: { of: async () => Promise.resolve(undefined) },
    lists: { add: refuse },
    verifications: { addImport: refuse },
    stagedFiles: { read: file, remove: refuse },
    customFields: { all: async () => Promise.resolve([]) },
    unitOfWork,
    inWorkspace: async ({ workspaceId }, fn) => withSystemCall({ workspaceId, requestId: 'req_1' }, fn),
    events,
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
  };
}

const noContacts = async () => Promise.resolve(new Map<string, never>());

describe('runImport', () => {
  let unhandled: unknown[] = [];
  const record = (reason: unknown): void => void unhandled.push(reason);
  const run = { job, token: 'lease_1', signal: new AbortController().signal };

  beforeEach(() => {
    unhandled = [];
    process.on('unhandledRejection', record);
  });
  afterEach(() => {
    process.off('unhandledRejection', record);
  });

  it('handles a failed commit while it prepares the next chunk', async () => {
    const failure = new Error('The commit failed.');
    let prepared = 0;
    const ports = portsWith({
      findByEmails: async () => {
        prepared += 1;
        // The commit of the first chunk fails long before the second chunk is prepared.
        if (prepared > 1) await once(AbortSignal.timeout(50), 'abort');
        return noContacts();
      },
      unitOfWork: async () => Promise.reject(failure),
    });
    await expect(runImport(ports, run)).rejects.toBe(failure);
    expect(unhandled).toEqual([]);
  });

  it('waits for the pending commit, logs its failure and fails with the error of the next chunk', async () => {
    const failure = new Error('The next chunk failed.');
    let prepared = 0;
    let isCommitDone = false;
    const ports = portsWith({
      findByEmails: async () => {
        prepared += 1;
        if (prepared > 1) throw failure;
        return noContacts();
      },
      unitOfWork: async () => {
        await once(AbortSignal.timeout(50), 'abort');
        isCommitDone = true;
        throw new Error('The commit failed.');
      },
    });
    const warn = jest.spyOn(ports.logger, 'warn');
    await expect(runImport(ports, run)).rejects.toBe(failure);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ workspace_id: 'ws_1', import_id: 'imp_1' }), expect.any(String)],
    ]);
    expect(isCommitDone).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it('commits after a mebibyte of the file, with fewer rows than a chunk has', async () => {
    const rowBytes = 100_000;
    const rowCount = 50;
    async function* wide(): AsyncGenerator<Uint8Array, void, undefined> {
      const row = (index: number): string => `p${index}@acme.example,${'x'.repeat(rowBytes)}`;
      const rows = Array.from({ length: rowCount }, (_, index) => row(index));
      yield await Promise.resolve(Buffer.from(['email,note', ...rows, ''].join('\n')));
    }
    const sizes: number[] = [];
    const ports = portsWith({
      findByEmails: noContacts,
      unitOfWork: async () => Promise.reject(new Error()),
    });
    const shape = { ...job.shape, columns: ['email', 'note'], targets: ['email', null] };
    const ended = runImport(
      {
        ...ports,
        pipeline: {
          ...ports.pipeline,
          contacts: {
            ...ports.pipeline.contacts,
            findByEmails: async (emails) => {
              sizes.push(emails.length);
              return noContacts();
            },
          },
        },
        stagedFiles: { ...ports.stagedFiles, read: wide },
      },
      { ...run, job: { ...job, shape, total_rows: rowCount } },
    );
    await expect(ended).rejects.toThrow();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.ceil(CHUNK_BYTES / rowBytes));
  });

  it.each([
    [true, 'ended', ['file']],
    [false, 'lost', []],
  ])('deletes the file at the end when the claim is held (%s)', async (isHeld, outcome, removed) => {
    const files: string[] = [];
    const finished = { ...job, processed_rows: ROWS };
    const ports = portsWith({ findByEmails: noContacts, unitOfWork: async (fn) => fn() });
    const result = await runImport(
      {
        ...ports,
        imports: {
          advance: async () => Promise.resolve(isHeld),
          findById: async () => Promise.resolve(finished),
          end: async () => Promise.resolve(),
        },
        stagedFiles: {
          read: file,
          remove: async (id) => {
            files.push(id);
            return Promise.resolve();
          },
        },
      },
      { ...run, job: finished },
    );
    expect([result, files]).toEqual([outcome, removed]);
  });
});
