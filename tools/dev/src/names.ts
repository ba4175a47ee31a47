/** The apps in start order. They stop in reverse order. */
export const appNames = ['auth', 'contacts', 'campaigns', 'webhooks', 'gateway'] as const;
export type AppName = (typeof appNames)[number];

/** The apps that other apps call by gRPC. */
export const backendNames = ['auth', 'contacts', 'campaigns', 'webhooks'] as const;
export type BackendName = (typeof backendNames)[number];

export const serverNames = ['mongod', 'nats'] as const;
export type ServerName = (typeof serverNames)[number];

/** The second process of an app. */
export type ReplicaName = `${AppName}-2`;

export const replicaOf = (name: AppName): ReplicaName => `${name}-2`;

export type ProcessName = AppName | ReplicaName | ServerName | 'redis';

/** The names of all processes that a stack may have. */
export const processNames: readonly ProcessName[] = [
  ...appNames,
  ...appNames.map(replicaOf),
  ...serverNames,
  'redis',
];
