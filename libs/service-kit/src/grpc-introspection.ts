import path from 'node:path';
import type { Server } from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';

const PROTO_FOLDER = path.resolve(import.meta.dirname, '../../../proto');

/** Loads a service's proto file as it lies in the repository, for reflection and for independent clients. */
export function loadProto(service: string): PackageDefinition {
  return loadSync(`outreach/${service}/v1/${service}.proto`, {
    includeDirs: [PROTO_FOLDER],
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  });
}

/** Adds grpc.health.v1.Health and server reflection; the answer sets the health of the whole process. */
export function addIntrospection(server: Server, service: string): { setServing(serving: boolean): void } {
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  new ReflectionService(loadProto(service)).addToServer(server);
  return { setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING') };
}
