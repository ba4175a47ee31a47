/** For tools that write contacts straight to the database: the form in which they are kept. */
export type { Contact } from './contact-records/contact.ts';
export { gradeOf } from './contact-records/lead-score.ts';
export { toDocument } from './contact-records/contact-document.store.ts';
