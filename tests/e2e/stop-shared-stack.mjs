export { stopSharedStack as default } from './shared-stack.mjs';
