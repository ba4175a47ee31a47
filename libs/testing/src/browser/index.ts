export { openConsole, startBrowser } from './open-console.ts';
export type { Login } from './open-console.ts';
export { scrollContacts } from './scroll-contacts.ts';
export type { ScrollResult } from './scroll-contacts.ts';
