/** For tools that write contacts straight to the database: the form in which they are kept. */
export type { Contact } from './domain/contact.ts';
export { gradeOf } from './domain/scoring.ts';
export { toDocument } from './store/contact-document.ts';
