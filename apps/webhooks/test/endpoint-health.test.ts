import { describe, expect, it } from '@jest/globals';
import { connectMongo, runAsSystem } from '@outreach/mongo-kit';
import { createLogger, newId } from '@outreach/service-kit';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createHealthStore } from '../src/endpoints/endpoint-health.store.ts';
import { INITIAL_HEALTH } from '../src/endpoints/health.ts';
import type { EndpointHealth, HealthChange } from '../src/endpoints/ports.ts';

const IDS = ['whk_1', 'whk_2', 'whk_3'] as const;
const { store } = await sharedByTests(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const mongo = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('health'),
    appName: 'test',
    logger,
  });
  await mongo.start();
  const stop = async (): Promise<void> => {
    await mongo.connection.dropDatabase();
    await mongo.stop();
  };
  return { store: createHealthStore(mongo.connection, newId), stop };
});

function healthOf(endpointId: string, version: number): EndpointHealth {
  const health = { ...INITIAL_HEALTH, endpointId, workspaceId: `ws_of_${endpointId}`, version };
  return { ...health, last_delivery_at: new Date(version) };
}

function changeOf(endpointId: string, version: number): HealthChange {
  return { health: healthOf(endpointId, version), expectedVersion: version - 1 };
}

const asSystem = async <T>(fn: () => Promise<T>): Promise<T> =>
  runAsSystem('results of all workspaces are counted in one batch', fn);

describe('the health of endpoints', () => {
  it('is saved for several endpoints at once, except those that another process has changed', async () => {
    await asSystem(async () => {
      for (const id of IDS) await store.insert(healthOf(id, 1));
      expect(await store.saveAll(IDS.map((id) => changeOf(id, 2)))).toEqual(new Set());
      // Another process stores the same version of the second endpoint.
      expect(await store.saveAll([changeOf('whk_2', 3)])).toEqual(new Set());
      expect(await store.saveAll(IDS.map((id) => changeOf(id, 3)))).toEqual(new Set(['whk_2']));
      const found = await store.find(IDS);
      expect(IDS.map((id) => found.get(id))).toEqual(IDS.map((id) => healthOf(id, 3)));
    });
  });
});
