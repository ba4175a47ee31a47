import { run as runProcess } from '@outreach/service-kit/lifecycle';
import type { Service } from './define-service.ts';
import type { ServiceConfig } from './service-config.ts';

/** Runs a service from configuration to shutdown; see `run` of service-kit for signals and exit codes. */
export async function run<Settings extends ServiceConfig>(service: Service<Settings>): Promise<void> {
  await runProcess({
    name: service.name,
    config: () => service.config.load(),
    build: (config, { logger }) => service.build(config, { logger }),
  });
}
