import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

const MODULE = join(repositoryRoot, 'tools', 'go');
const TARGET = join(repositoryRoot, 'node_modules', '.cache', 'outreach', 'go');
const BUILD_MS_MAX = 20 * 60_000;

/**
 * Builds a package of the module `tools/go` and returns the path of the program. The first build of the API server
 * takes minutes; later ones come from the cache of Go. @throws Error if the build fails.
 */
export function buildGoProgram(name: string): string {
  const program = join(TARGET, name.slice(name.lastIndexOf('/') + 1));
  execFileSync('go', ['build', '-buildvcs=false', '-o', program, name], {
    cwd: MODULE,
    stdio: 'inherit',
    timeout: BUILD_MS_MAX,
  });
  return program;
}
