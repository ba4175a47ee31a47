export {
  ConfigError,
  backendAddress,
  defineConfig,
  grpcConfig,
  hostAndPort,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
  rolesConfig,
  schemaConfig,
  tlsConfig,
  workerAddress,
} from './config.ts';
export type { Config, ConfigDefinition, ConfigOf, Role } from './config.ts';
