import { resolve } from 'node:path';

/** The folder of the whole repository. */
export const repositoryRoot = resolve(import.meta.dirname, '..', '..', '..');
