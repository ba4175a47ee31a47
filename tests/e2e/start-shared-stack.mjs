export { startSharedStack as default } from './shared-stack.mjs';
