import {
  grpcConfig,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  processConfig,
  rolesConfig,
  schemaConfig,
  tlsConfig,
  type Config,
} from '@outreach/service-kit/config';

/** The variables that every service with a database and a gRPC server has. */
export const serviceConfig = {
  ...processConfig,
  ...rolesConfig,
  ...grpcConfig,
  ...tlsConfig,
  ...mongoConfig,
  ...schemaConfig,
  ...natsConfig,
  ...identityConfig,
  ...keyConfig,
};

export type ServiceConfig = Config<typeof serviceConfig>;
