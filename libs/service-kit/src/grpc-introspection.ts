import path from 'node:path';
import type { Server } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';

const PROTO_FOLDER = path.resolve(import.meta.dirname, '../../../proto');

/** Loads the proto file of a service, for reflection and for independent clients. */
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

/** Paths of the methods that the proto file marks with `idempotency_level = NO_SIDE_EFFECTS`: clients may retry them. */
export function readMethodPaths(service: string): ReadonlySet<string> {
  const paths = Object.values(loadProto(service)).flatMap((definition) =>
    Object.values<unknown>({ ...definition }).flatMap((method) =>
      isReadMethod(method) ? [method.path] : [],
    ),
  );
  return new Set(paths);
}

function isReadMethod(method: unknown): method is MethodDefinition<object, object> {
  if (typeof method !== 'object' || method === null || !('options' in method)) return false;
  const { options } = method as MethodDefinition<object, object>;
  return options.idempotency_level === 'NO_SIDE_EFFECTS';
}

/** Adds grpc.health.v1.Health and server reflection. The result sets the health of the whole process. */
export function addIntrospection(server: Server, service: string): { setServing(serving: boolean): void } {
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  new ReflectionService(loadProto(service)).addToServer(server);
  return { setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING') };
}
