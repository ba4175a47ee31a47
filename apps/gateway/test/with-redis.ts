import { describe } from '@jest/globals';
import { findRedisServer } from '@outreach/testing';

/** Tests with a real Redis; where no redis-server is found they count as skipped, so that the report shows them. */
export function describeWithRedis(name: string, tests: (binary: string) => void): void {
  const binary = findRedisServer();
  if (binary === undefined) describe.skip(name, () => tests(''));
  else describe(name, () => tests(binary));
}
