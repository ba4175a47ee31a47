import path from 'node:path';
import type { Server } from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import { z } from 'zod';

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
  const entries = Object.values(loadProto(service)).flatMap((definition) =>
    Object.values<unknown>({ ...definition }),
  );
  return new Set(entries.flatMap((entry) => readMethodSchema.safeParse(entry).data?.path ?? []));
}

const readMethodSchema = z.object({
  path: z.string(),
  options: z.object({ idempotency_level: z.literal('NO_SIDE_EFFECTS') }),
});

/** Adds grpc.health.v1.Health and server reflection. The result sets the health of the whole process. */
export function addIntrospection(server: Server, service: string): { setServing(serving: boolean): void } {
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  new ReflectionService(withFilesOnce(loadProto(service))).addToServer(server);
  return { setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING') };
}

/**
 * The first message of the package, which has the descriptors of all files like every other. Reflection decodes the
 * files of each message that it receives.
 */
function withFilesOnce(definition: PackageDefinition): PackageDefinition {
  return Object.fromEntries(
    Object.entries(definition)
      .filter(([, entry]) => 'fileDescriptorProtos' in entry)
      .slice(0, 1),
  );
}
