/** The apps in start order. They stop in reverse order. */
export const appNames = ['auth', 'contacts', 'campaigns', 'webhooks', 'gateway'] as const;
export type AppName = (typeof appNames)[number];

/** The apps that other apps call by gRPC. */
export const backendNames = ['auth', 'contacts', 'campaigns', 'webhooks'] as const;
export type BackendName = (typeof backendNames)[number];

export const serverNames = ['mongod', 'nats'] as const;
export type ServerName = (typeof serverNames)[number];

export type ProcessName = AppName | ServerName;
