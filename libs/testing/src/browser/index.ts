export { openConsole, startBrowser, startSharedBrowser } from './open-console.ts';
export type { Login } from './open-console.ts';
export { CONTACT_ROWS, scrollRows, THREAD_ROWS } from './scroll-rows.ts';
export type { ScrollResult } from './scroll-rows.ts';
