/** For tools that write contacts directly to the database: the stored form of a contact. */
export { gradeOf, toDocument, type Contact } from './contact-records/index.ts';
