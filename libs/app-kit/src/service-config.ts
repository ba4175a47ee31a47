import {
  grpcConfig,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  processConfig,
  rolesConfig,
  type Config,
} from '@outreach/service-kit';

/** The variables that every service with a database and a gRPC server has. */
export const serviceConfig = {
  ...processConfig,
  ...rolesConfig,
  ...grpcConfig,
  ...mongoConfig,
  ...natsConfig,
  ...identityConfig,
  ...keyConfig,
};

export type ServiceConfig = Config<typeof serviceConfig>;
